/** Moments as people say them. */
const clock = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' });
const day = new Intl.DateTimeFormat(undefined, { year: 'numeric', month: 'short', day: 'numeric' });

/** “today 14:05”, “yesterday 09:30”, “3 Mar 2026”. */
export function showDate(ms: number, now: number = Date.now()): string {
  const date = new Date(ms);
  const midnight = new Date(now);
  midnight.setHours(0, 0, 0, 0);
  if (ms >= midnight.getTime()) return `today ${clock.format(date)}`;
  if (ms >= midnight.getTime() - 86_400_000) return `yesterday ${clock.format(date)}`;
  return day.format(date);
}
