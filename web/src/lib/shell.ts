/** Lets the browser keep the app, so that it can be installed and opens without a connection. */
export function keepShell(): void {
  // Over plain HTTP from another machine, and in some private windows, browsers do not offer this.
  if (!import.meta.env.PROD || !isSecureContext || !('serviceWorker' in navigator)) return;
  const register = (): void => {
    // The pages work without it.
    navigator.serviceWorker.register('./service-worker.js').catch(() => undefined);
  };
  // What the page needs first comes first.
  if (document.readyState === 'complete') register();
  else addEventListener('load', register, { once: true });
}
