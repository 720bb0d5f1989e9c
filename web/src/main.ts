import { mount } from 'svelte';
import './styles/base.css';
import './styles/board.css';
import './styles/controls.css';
import App from './App.svelte';

const target = document.getElementById('app');
if (target) mount(App, { target });
