/** The pages of the app, in the order of the navigation. Each is a file of its own that loads on demand. */
import type { Component } from 'svelte';

export interface Page {
  readonly name: 'home' | 'play' | 'analyse' | 'puzzles' | 'watch' | 'neighbours' | 'learn' | 'lab' | 'games';
  readonly load: () => Promise<{ default: Component }>;
}

export const pages: readonly Page[] = [
  { name: 'home', load: () => import('./pages/Home.svelte') },
  { name: 'play', load: () => import('./pages/Play.svelte') },
  { name: 'analyse', load: () => import('./pages/Analyse.svelte') },
  { name: 'puzzles', load: () => import('./pages/Puzzles.svelte') },
  { name: 'watch', load: () => import('./pages/Watch.svelte') },
  { name: 'neighbours', load: () => import('./pages/Neighbours.svelte') },
  { name: 'learn', load: () => import('./pages/Learn.svelte') },
  { name: 'lab', load: () => import('./pages/Lab.svelte') },
  { name: 'games', load: () => import('./pages/Games.svelte') },
];
