import { mount } from 'svelte';
import './styles/base.css';
import './styles/controls.css';
import App from './App.svelte';
import { followLanguage } from './lib/language.svelte';
import { keepShell } from './lib/shell';

const target = document.getElementById('app');
void followLanguage().then(() => {
  if (target) mount(App, { target });
  keepShell();
});
