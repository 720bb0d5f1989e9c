/** Who sits at this browser: a secret by which the server knows whose seat a seat is. */
const place = 'petteia.player';

function fresh(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return [...bytes].map(byte => byte.toString(16).padStart(2, '0')).join('');
}

function stored(): string {
  try {
    const known = localStorage.getItem(place) ?? fresh();
    localStorage.setItem(place, known);
    return known;
  } catch {
    // A browser without storage: a seat is kept as long as the page is.
    return fresh();
  }
}

export const playerKey = stored();
