/** The pages of the app, in the order of the navigation. Each is a file of its own that loads on demand. */
import type { Component } from 'svelte';

export interface Page {
  readonly name: string;
  readonly title: string;
  readonly load: () => Promise<{ default: Component }>;
}

export const pages: readonly Page[] = [
  { name: 'home', title: 'Home', load: () => import('./pages/Home.svelte') },
  { name: 'play', title: 'Play', load: () => import('./pages/Play.svelte') },
  { name: 'analyse', title: 'Analyse', load: () => import('./pages/Analyse.svelte') },
  { name: 'watch', title: 'Watch', load: () => import('./pages/Watch.svelte') },
  { name: 'neighbours', title: 'Neighbours', load: () => import('./pages/Neighbours.svelte') },
  { name: 'learn', title: 'Training', load: () => import('./pages/Learn.svelte') },
  { name: 'games', title: 'Games', load: () => import('./pages/Games.svelte') },
];
