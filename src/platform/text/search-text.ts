// Finds out what a search text may mean: a name or a part of one, an address, a prefix, a MAC address, a port of a
// device, or a number. All searches of the service parse their text by this file.
import { isIP } from 'node:net';
import { ipRanges, type Range } from './address-ranges';
import { digitsOfMac, macDigits, withColons } from './mac-addresses';
import { portNotations } from './port-words';
import { unicodeForms } from './validation';

/** Minimum length of a text that can be searched for by a trigram index. */
export const shortestIndexed = 3;

/** Whether the text is too short for a trigram index. Such a text is compared with the beginnings of names. */
export const isShortText = (text: string): boolean => [...text].length < shortestIndexed;

export interface SearchText {
  /** The text in each Unicode normalization form; in lower case if it has only ASCII characters. */
  readonly forms: readonly string[];
  /** Whether all characters are ASCII, so that PostgreSQL can compare bytes. */
  readonly isAscii: boolean;
  /** Whether the text is too short for an index: it matches the beginnings of names. */
  readonly isShort: boolean;
  readonly address?: AddressText;
  readonly mac?: MacText;
  /**
   * If the text may be the name of a device's port: notations of the name, in lower case without blanks and hyphens,
   * and the numbers in the name.
   */
  readonly port?: { readonly notations: readonly string[]; readonly numbers: string };
  /** A whole number: of a VLAN or of a TCP or UDP port. */
  readonly number?: number;
  /** The protocol in front of or behind the number: `tcp/443`. */
  readonly protocol?: 'Tcp' | 'Udp';
}

export interface AddressText {
  /** The IP address, if the text is a complete IP address. */
  readonly ip?: string;
  /** The prefix (`10.0.0.0/8`) without host bits, if the text is a prefix. */
  readonly cidr?: string;
  /** The addresses that begin with the text or are within the prefix. */
  readonly ranges: readonly Range[];
  /** The text, if it may be a part of an address. Undefined for a whole address or prefix. */
  readonly part?: string;
}

export interface MacText {
  /** The complete MAC address as it is stored. Undefined if the search text is only a part of a MAC address. */
  readonly whole?: string;
  /** LIKE pattern of MAC addresses that begin with the digits. */
  readonly beginning: string;
  /** LIKE patterns that together match all MAC addresses with these digits. */
  readonly parts: readonly string[];
  /** The range of MAC addresses that begin with the digits. Undefined for fewer than three octets. */
  readonly range?: Range;
}

const mostNumber = 65_535;
const numberForms = [/^(\d{1,5})$/, /^(?:vlan|port)[ -]?(\d{1,5})$/, /^(tcp|udp)[ /:-]?(\d{1,5})$/];
const numberFirst = /^(\d{1,5})[ /-](tcp|udp)$/;

/** Parses a search text. Undefined if it consists of blanks. */
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
    isShort: isShortText(lower),
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

const mappedAddress = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/;
/** The zone behind a link-local address (RFC 4007), which is a name on the machine that printed the address. */
const zone = /(?<=^fe80:.*)%.+$/;
const addressCharacters = /^[0-9a-f]*[.:][0-9a-f.:]*$/;

function addressText(writtenText: string): AddressText | undefined {
  // An IPv4-mapped address (RFC 4291) is the IPv4 address of the same machine.
  const text = writtenText.replace(mappedAddress, '$1').replace(zone, '');
  const ranges = ipRanges(text);
  if (isIP(text) !== 0 && !text.includes('%')) return { ip: text, ranges };
  const length = /\/(\d+)$/.exec(text)?.[1];
  if (length !== undefined) {
    const [first] = ranges[0] ?? [];
    return first === undefined ? undefined : { cidr: `${first}/${Number(length)}`, ranges };
  }
  if (!addressCharacters.test(text)) return undefined;
  return { ranges, ...(!isShortText(text) && { part: text }) };
}

/**
 * Minimum number of hexadecimal digits of a part of a MAC address, with separators and without. Shorter parts occur in
 * most addresses by chance.
 */
const fewestSeparated = 3;
const fewestBare = 4;
/** Minimum number of digits for a range: those of three octets, which identify a manufacturer. */
const fewestInRange = 6;

function macText(text: string): MacText | undefined {
  const isSeparated = /[:. -]/.test(text);
  const digits = macDigits(text);
  if (digits === undefined || digits.length > digitsOfMac) return undefined;
  if (digits.length < (isSeparated ? fewestSeparated : fewestBare)) return undefined;
  const fillDigits = (digit: string) => withColons(digits.padEnd(digitsOfMac, digit));
  const atBeginning = digits.length >= fewestInRange && { range: [fillDigits('0'), fillDigits('f')] as const };
  const fromStart = withColons(digits);
  const fromEnd = digits.replace(/(?!^)(?=(..)+$)/g, ':');
  const beginning = `${fromStart}%`;
  if (digits.length === digitsOfMac) return { whole: fromStart, beginning, parts: [fromStart], ...atBeginning };
  // Four digits without separators, such as `1234`, are part of many MAC addresses by chance. So such texts match only
  // the beginning or the end of an address.
  const fromLeft = isSeparated ? `%${fromStart}%` : beginning;
  const parts = isSeparated && fromStart === fromEnd ? [fromLeft] : [fromLeft, `%${fromEnd}`];
  return { beginning, parts, ...atBeginning };
}
