import { useTexts } from '../src/lib/text.svelte';
import en from '../src/texts/en';

// Tests of parts begin with every word, as pages do.
useTexts('en', en);
