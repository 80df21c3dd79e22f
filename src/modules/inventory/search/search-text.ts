// Parses a search text. It may be a name or a part of one, an address, a prefix, a MAC address, a port of a device, or
// a number.
import { isIP } from 'node:net';
import { shortestIndexed } from '../../../data/model/search-texts';
import { likeText } from '../../../graphql/lists/filter';
import { ipRanges, type Range } from '../../../platform/text/address-ranges';
import { portNotations } from '../../../platform/text/port-words';
import { unicodeForms } from '../../../platform/text/validation';

export interface SearchText {
  /** The text in each Unicode normalization form; in lower case if it is ASCII. */
  readonly forms: readonly string[];
  /** Whether all characters are ASCII. PostgreSQL can then compare bytes. */
  readonly isAscii: boolean;
  /** Whether the text is too short for an index. It is then only compared with the beginnings of names. */
  readonly isShort: boolean;
  readonly address?: AddressText;
  readonly mac?: MacText;
  /** Notations of a device port's name, in lower case without blanks and hyphens, and the numbers in it. */
  readonly port?: { readonly notations: readonly string[]; readonly numbers: string };
  /** An integer: a VLAN number, or a TCP or UDP port. */
  readonly number?: number;
  /** The protocol before or after the number: `tcp/443`. */
  readonly protocol?: 'Tcp' | 'Udp';
}

export interface AddressText {
  /** Set if the text is a whole IP address. */
  readonly ip?: string;
  /** Set if the text is a prefix; without host bits. */
  readonly cidr?: string;
  /** Ranges of addresses that begin with the text or are within the prefix. */
  readonly ranges: readonly Range[];
  /** The text as a part of an address; undefined if it is a whole address or a prefix. */
  readonly part?: string;
}

export interface MacText {
  /** The whole MAC address as it is stored. */
  readonly whole?: string;
  /** LIKE pattern for MAC addresses that begin with the digits. */
  readonly beginning: string;
  /** LIKE patterns for all MAC addresses that match. */
  readonly parts: readonly string[];
}

const mostNumber = 65_535;
const numberForms = [/^(\d{1,5})$/, /^(?:vlan|port)[ -]?(\d{1,5})$/, /^(tcp|udp)[ /:-]?(\d{1,5})$/];
const numberFirst = /^(\d{1,5})[ /-](tcp|udp)$/;

/** Parses the text; undefined if it consists of blanks. */
export function parseSearchText(rawText: string): SearchText | undefined {
  const text = rawText.trim();
  if (text === '') return undefined;
  const isAscii = /^[\x00-\x7f]*$/.test(text);
  const lower = isAscii ? text.toLowerCase() : text;
  const port = portNotations(lower);
  const address = addressText(lower);
  const mac = macText(lower);
  return {
    forms: unicodeForms(lower),
    isAscii,
    isShort: [...lower].length < shortestIndexed,
    ...(address && { address }),
    ...(mac && { mac }),
    ...(port && { port }),
    ...numberText(lower),
  };
}

function numberText(text: string): { number?: number; protocol?: 'Tcp' | 'Udp' } {
  const [, behind, protocolBehind] = numberFirst.exec(text) ?? [];
  const groups = numberForms.map((form) => form.exec(text)).find((match) => match !== null) ?? [];
  const number = Number(behind ?? groups.at(-1));
  const protocol = protocolBehind ?? (groups.length === 3 ? groups[1] : undefined);
  if (!Number.isInteger(number) || number > mostNumber) return {};
  return { number, ...(protocol && { protocol: protocol === 'tcp' ? 'Tcp' : 'Udp' }) };
}

const addressCharacters = /^[0-9a-f]*[.:][0-9a-f.:]*$/;

function addressText(text: string): AddressText | undefined {
  if (isIP(text) !== 0 && !text.includes('%')) return { ip: text, ranges: [[text, text]] };
  const ranges = ipRanges(text);
  const length = /\/(\d+)$/.exec(text)?.[1];
  if (length !== undefined) {
    const [first] = ranges[0] ?? [];
    return first === undefined ? undefined : { cidr: `${first}/${length}`, ranges };
  }
  if (!addressCharacters.test(text)) return undefined;
  return { ranges, ...([...text].length >= shortestIndexed && { part: text }) };
}

const colons = /^[:-]?[0-9a-f]{1,2}([:-][0-9a-f]{1,2})*[:-]?$/;
const dots = /^\.?[0-9a-f]{1,4}(\.[0-9a-f]{1,4})*\.?$/;
const digitsOfMac = 12;
/**
 * Minimum number of hexadecimal digits, with and without separators. Fewer digits occur in most MAC addresses by
 * chance.
 */
const fewestSeparated = 3;
const fewestBare = 4;

function macText(text: string): MacText | undefined {
  const isSeparated = /[:.-]/.test(text);
  const digits = macDigits(text);
  if (digits === undefined || digits.length > digitsOfMac) return undefined;
  if (digits.length < (isSeparated ? fewestSeparated : fewestBare)) return undefined;
  const fromStart = digits.replace(/(..)(?!$)/g, '$1:');
  const fromEnd = digits.replace(/(?!^)(?=(..)+$)/g, ':');
  const beginning = `${fromStart}%`;
  if (digits.length === digitsOfMac) return { whole: fromStart, beginning, parts: [fromStart] };
  // A text without separators may be any number, and occurs in the middle of many MAC addresses by chance. So only
  // beginnings are compared.
  const fromLeft = isSeparated ? `%${fromStart}%` : beginning;
  return { beginning, parts: isSeparated && fromStart === fromEnd ? [fromLeft] : [fromLeft, `%${fromEnd}`] };
}

/** The hexadecimal digits if the text is a part of a MAC address; undefined for other texts. */
function macDigits(text: string): string | undefined {
  if (/^[0-9a-f]+$/.test(text)) return text;
  if (/[:-]/.test(text) && colons.test(text)) {
    const octets = text.split(/[:-]/).filter(Boolean);
    // The last octet may have a single digit, because it may be incomplete, unless all six octets are present.
    return octets.map((octet, at) => (at < octets.length - 1 || at === 5 ? octet.padStart(2, '0') : octet)).join('');
  }
  // Groups separated by dots must have four digits. Shorter groups are those of an IP address.
  return dots.test(text) && /[0-9a-f]{4}/.test(text) ? text.replaceAll('.', '') : undefined;
}

/** LIKE patterns for values that contain one of the texts, or (the next function) begin with one. */
export const containing = (texts: readonly string[]): string[] => texts.map((text) => `%${likeText(text)}%`);
export const beginningWith = (texts: readonly string[]): string[] => texts.map((text) => `${likeText(text)}%`);
