// Reads MAC addresses, and parts of them, in all usual notations. Searches and inputs of the API accept the same
// notations, because both use this file.

const colons = /^[:-]?[0-9a-f]{1,2}([:-][0-9a-f]{1,2})*[:-]?$/;
const dots = /^\.?[0-9a-f]{1,4}(\.[0-9a-f]{1,4})*\.?$/;
/** Groups of four digits (`3c52-827a-1b0f`); the first and the last group may be incomplete. */
const hyphenedFours = /^-?[0-9a-f]{1,4}(-[0-9a-f]{4})*(-[0-9a-f]{1,4})?-?$/;
/** Groups of six digits (`3c5282-7a1b0f`); one of them may be incomplete. */
const hyphenedSixes = /^-?[0-9a-f]{1,6}-[0-9a-f]{1,6}$/;
/** Six octets with blanks. Fewer octets with blanks may be any words. */
const blanks = /^[0-9a-f]{2}( [0-9a-f]{2}){5}$/;

/** Number of hexadecimal digits of a MAC address. */
export const digitsOfMac = 12;

/**
 * The hexadecimal digits of a MAC address or of a part of one, from a text in lower case. Undefined for other texts.
 * The result can be longer than a MAC address.
 */
export function macDigits(text: string): string | undefined {
  if (/^[0-9a-f]+$/.test(text)) return text;
  if (/[:-]/.test(text) && colons.test(text)) {
    const octets = text.split(/[:-]/).filter(Boolean);
    // An octet of one digit gets a leading zero. The last octet of an incomplete address does not: its digit may be the
    // first one of two.
    return octets.map((octet, at) => (at < octets.length - 1 || at === 5 ? octet.padStart(2, '0') : octet)).join('');
  }
  if (blanks.test(text)) return text.replaceAll(' ', '');
  const isHyphened =
    (hyphenedFours.test(text) && /[0-9a-f]{4}/.test(text)) || (hyphenedSixes.test(text) && /[0-9a-f]{6}/.test(text));
  if (isHyphened) return text.replaceAll('-', '');
  // Dots separate groups of four digits in a MAC address. Shorter groups belong to an IP address.
  return dots.test(text) && /[0-9a-f]{4}/.test(text) ? text.replaceAll('.', '') : undefined;
}

/** Digits with a colon behind every second one, as the database stores MAC addresses. */
export const withColons = (digits: string): string => digits.replace(/(..)(?!$)/g, '$1:');

/**
 * The MAC address in lower case with colons, from a whole MAC address in any usual notation. Blanks around it are
 * ignored. Undefined for other texts.
 */
export function parseMacAddress(text: string): string | undefined {
  const digits = macDigits(text.trim().toLowerCase());
  return digits?.length === digitsOfMac ? withColons(digits) : undefined;
}
