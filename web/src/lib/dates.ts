/** Moments as people say them. */
import { currentLanguage, t } from './text.svelte';

const clock: Intl.DateTimeFormatOptions = { hour: '2-digit', minute: '2-digit' };
const day: Intl.DateTimeFormatOptions = { year: 'numeric', month: 'short', day: 'numeric' };

/** “today 14:05”, “yesterday 09:30”, “3 Mar 2026”. */
export function showDate(ms: number, now: number = Date.now()): string {
  const show = (form: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(currentLanguage(), form).format(new Date(ms));
  const midnight = new Date(now);
  midnight.setHours(0, 0, 0, 0);
  if (ms >= midnight.getTime()) return t('date.today', { time: show(clock) });
  if (ms >= midnight.getTime() - 86_400_000) return t('date.yesterday', { time: show(clock) });
  return show(day);
}
