/** Requests that are asked once and answered once. */
import type { Refusal } from './protocol/message';
import { t } from './text.svelte';

async function request(path: string, init?: RequestInit): Promise<Response> {
  const response = await fetch(`./api/${path}`, init).catch(() => {
    throw new Error(t('app.noAnswer'));
  });
  if (response.ok) return response;
  const refusal = (await response.json().catch(() => undefined)) as Refusal | undefined;
  throw new Error(
    refusal?.reason ?? t('app.answered', { status: `${response.status} ${response.statusText}` }),
  );
}

export const get = async <T>(path: string): Promise<T> => (await request(path)).json() as Promise<T>;
export const getText = async (path: string): Promise<string> => (await request(path)).text();
export const post = async <T>(path: string, body: string): Promise<T> =>
  (await request(path, { method: 'POST', body })).json() as Promise<T>;
export const remove = async (path: string): Promise<void> => void (await request(path, { method: 'DELETE' }));

/** An error as a sentence to show. */
export const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
