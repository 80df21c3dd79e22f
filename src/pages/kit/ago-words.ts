// Formats how long ago an instant was, in words.

const units: readonly (readonly [unit: Intl.RelativeTimeFormatUnit, seconds: number])[] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];
const format = new Intl.RelativeTimeFormat('en', { numeric: 'always' });

/**
 * The time since an instant as text: `3 minutes ago`, `in 3 minutes` for a future instant, and `just now` within 30
 * seconds, which covers differences between clocks.
 */
export function agoWords(at: string, now: number): string {
  const seconds = Math.round((Date.parse(at) - now) / 1_000);
  const distance = Math.abs(seconds);
  if (distance < 30) return 'just now';
  const [unit, size] = units.find(([, inSeconds]) => distance >= inSeconds) ?? (['second', 1] as const);
  return format.format(Math.trunc(seconds / size), unit);
}
