/**
 * Pages by hash: `#/analyse?fen=…`. A hash never reaches the server, so games in links stay on this machine.
 */
export interface Route {
  readonly page: string;
  readonly params: URLSearchParams;
}

function read(): Route {
  const hash = location.hash.replace(/^#\/?/, '');
  const [page = '', query = ''] = hash.split(/\?(.*)/s);
  return { page: page || 'home', params: new URLSearchParams(query) };
}

let current = $state.raw(read());
addEventListener('hashchange', () => (current = read()));

export const route = (): Route => current;

export function link(page: string, params: Record<string, string> = {}): string {
  const query = new URLSearchParams(params).toString();
  return `#/${page}${query ? `?${query}` : ''}`;
}

export function go(page: string, params: Record<string, string> = {}): void {
  location.hash = link(page, params);
}
