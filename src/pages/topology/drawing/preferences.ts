// Preferences of the browser: colour scheme and reduced motion.
import { buildTheme, type Theme } from './theme';

const prefersDark = matchMedia('(prefers-color-scheme: dark)');
const prefersStillness = matchMedia('(prefers-reduced-motion: reduce)');

export const currentTheme = (): Theme => buildTheme(prefersDark.matches);
export const isStill = (): boolean => prefersStillness.matches;

/**
 * Calls `listener` whenever the user switches between light and dark colours, until the returned function is called.
 */
export function onThemeChange(listener: () => void): () => void {
  prefersDark.addEventListener('change', listener);
  return () => prefersDark.removeEventListener('change', listener);
}
