// SQL conditions that compare a searched column with the search text: for an equal value, for its beginning, and for
// any part of it.
import type { Column } from '../../../data/model/model-fields';
import { likeText } from '../../../graphql/lists/filter';
import { isVlanNumber } from '../../../platform/text/vlan-numbers';
import type { Comparison } from './search-kinds';
import { withoutSeparators } from '../../../platform/text/port-words';
import { isShortText, type SearchText } from '../../../platform/text/search-text';

/**
 * Adds a value to the statement's parameters and returns the SQL placeholder for it. Equal values of the same type have
 * the same placeholder.
 */
export type Bind = (value: unknown, type: string) => string;

/**
 * SQL conditions that tell how well a value matches the search text. The best rank is an equal value, then a value that
 * begins with the search text, then one that contains it.
 */
export interface Matching {
  /** SQL condition: the value equals the search text. */
  readonly exact?: string;
  readonly beginning?: string;
  /** SQL condition for all matches: equal values, and values that begin with the search text or contain it. */
  readonly any: string;
  /** Whether PostgreSQL can use an index for the whole condition `any`. */
  readonly hasIndex?: boolean;
  /** If PostgreSQL cannot use an index for all of `any`: the part of the condition for which it can. */
  readonly indexedPart?: string;
  /**
   * Texts to look up in the trigram index, in lower case. Each matching value contains at least one of these texts,
   * unless another index finds the value by `indexedPart`.
   */
  readonly parts?: readonly string[];
}

const anyOf = (...conditions: readonly (string | undefined)[]): string | undefined => {
  const present = conditions.filter((condition) => condition !== undefined);
  return present.length > 1 ? `(${present.join(' OR ')})` : present[0];
};
const withAny = (matching: Omit<Matching, 'any'> & { readonly any?: string | undefined }): Matching | undefined =>
  matching.any === undefined ? undefined : { ...matching, any: matching.any };

const containing = (texts: readonly string[]): string[] => texts.map((text) => `%${likeText(text)}%`);
const beginningWith = (texts: readonly string[]): string[] => texts.map((text) => `${likeText(text)}%`);

type Compare = (column: string, text: SearchText, bind: Bind) => Matching | undefined;

/**
 * Returns SQL for the column's value in lower case. ASCII search texts use the collation "C", which takes a quarter of
 * the time of the default collation.
 */
const lowerOf = (column: string, { isAscii }: SearchText): string =>
  isAscii ? `lower(${column} COLLATE "C")` : `lower(${column})`;

/**
 * Returns SQL for the search texts in lower case. A text that is not ASCII is converted by PostgreSQL, in the same way
 * as column values.
 */
const lowered = (texts: readonly string[], { isAscii }: SearchText, bind: Bind): string[] =>
  texts.map((one) => (isAscii ? bind(one, 'text') : `lower(${bind(one, 'text')})`));

const compareText: Compare = (column, text, bind) => {
  const value = lowerOf(column, text);
  const isAny = (operator: string, texts: readonly string[]) =>
    anyOf(...lowered(texts, text, bind).map((one) => `${value} ${operator} ${one}`))!;
  const beginning = isAny('LIKE', beginningWith(text.forms));
  return {
    exact: isAny('=', text.forms),
    beginning,
    any: text.isShort ? beginning : isAny('LIKE', containing(text.forms)),
    parts: text.forms,
  };
};

const compareSharedText: Compare = (column, text, bind) => {
  const { any, parts } = compareText(column, text, bind)!;
  return { any, parts: parts! };
};

const textual: readonly Comparison[] = ['text', 'sharedText', 'portName'];
/** Whether values are compared as texts, not as addresses, numbers or MAC addresses. */
export const isTextual = (comparison: Comparison): boolean => textual.includes(comparison);

/**
 * Returns an SQL condition that excludes most rows of which no column contains the search text. It is true for all rows
 * that match, and for some that do not. It takes a third of the time of comparing each column, because it compares all
 * columns joined together.
 */
export function mayMatch(columns: readonly string[], text: SearchText, bind: Bind): string {
  const joined = `(${columns.map((column) => `coalesce(${column}, '')`).join(` || ' ' || `)})`;
  // Devices write one port in several notations (`Gi1/0/12`, `GigabitEthernet1/0/12`), but all contain the same numbers
  // (`1/0/12`), so only the numbers are compared.
  const parts = containing(text.port ? [text.port.numbers] : text.forms);
  return anyOf(...lowered(parts, text, bind).map((part) => `${lowerOf(joined, text)} LIKE ${part}`))!;
}

const comparePortName: Compare = (column, text, bind) => {
  const asText = { ...compareText(column, text, bind)!, parts: text.forms.map((form) => withoutSeparators(form)) };
  if (!text.port) return asText;
  const { notations, numbers } = text.port;
  // Compare the numbers of the port (`1/0/12` in `Gi1/0/12`) first. Few stored names contain them, so only few names
  // are compared with all notations of the port.
  const hasNumbers = `${column} LIKE ${bind(`%${likeText(numbers)}%`, 'text')}`;
  const value = `translate(lower(${column} COLLATE "C"), ' -', '')`;
  const exact = `(${hasNumbers} AND ${value} = ANY (${bind(notations, 'text[]')}))`;
  const beginning = `(${hasNumbers} AND ${value} LIKE ANY (${bind(beginningWith(notations), 'text[]')}))`;
  return {
    exact: anyOf(asText.exact, exact)!,
    beginning: anyOf(asText.beginning, beginning)!,
    any: anyOf(asText.any, beginning)!,
    // All notations of the port contain its numbers, so looking up `1/0/12` finds them all. Numbers of one or two
    // characters have no trigram, so all notations are looked up instead.
    parts: isShortText(numbers) ? [...asText.parts, ...notations.map((one) => ` ${one}`)] : [numbers],
  };
};

const compareMac: Compare = (column, { mac }, bind) => {
  if (!mac) return undefined;
  if (mac.whole !== undefined) {
    const exact = `${column} = ${bind(mac.whole, 'text')}`;
    return { exact, any: exact, hasIndex: true };
  }
  return {
    beginning: `${column} LIKE ${bind(mac.beginning, 'text')}`,
    any: `${column} COLLATE "C" LIKE ANY (${bind(mac.parts, 'text[]')})`,
    parts: mac.parts.map((pattern) => pattern.replaceAll('%', '')),
  };
};

const compareAddress: Compare = (column, { address }, bind) => {
  if (!address) return undefined;
  const { ip, ranges, part } = address;
  const within = ranges.map(
    ([first, last]) => `(${column} >= ${bind(first, 'inet')} AND ${column} <= ${bind(last, 'inet')})`,
  );
  const beginning = anyOf(...within);
  const exact = ip === undefined ? undefined : `${column} = ${bind(ip, 'inet')}`;
  const contains = part === undefined ? undefined : `host(${column}) LIKE ${bind(`%${likeText(part)}%`, 'text')}`;
  return withAny({
    ...(exact && { exact }),
    ...(beginning && { beginning }),
    any: anyOf(beginning, contains),
    hasIndex: contains === undefined,
    ...(beginning && { indexedPart: beginning }),
    ...(part !== undefined && { parts: [part] }),
  });
};

const comparePrefix: Compare = (column, { address }, bind) => {
  if (!address) return undefined;
  const { ip, cidr, part } = address;
  const like = (pattern: string) => `${column}::text LIKE ${bind(pattern, 'text')}`;
  // The prefixes 0.0.0.0/0 and ::/0 are excluded, because they contain every address.
  if (ip !== undefined) return { any: `(${column} >>= ${bind(ip, 'inet')} AND masklen(${column}) > 0)` };
  if (cidr !== undefined)
    return { exact: `${column} = ${bind(cidr, 'inet')}`, any: `${column} <<= ${bind(cidr, 'inet')}` };
  return part === undefined ? undefined : { beginning: like(`${likeText(part)}%`), any: like(`%${likeText(part)}%`) };
};

const compareVlanNumber: Compare = (column, { number, protocol }, bind) => {
  if (protocol || !isVlanNumber(number)) return undefined;
  const exact = `${column} = ${bind(number, 'int')}`;
  return { exact, any: exact };
};

const comparePortNumber: Compare = (column, { number, protocol }, bind) => {
  if (number === undefined) return undefined;
  const isNumber = `${column} = ${bind(number, 'int')}`;
  const exact = protocol ? `(${isNumber} AND r.protocol::text = ${bind(protocol, 'text')})` : isNumber;
  return { exact, any: exact };
};

export const compare: Readonly<Record<Comparison, Compare>> = {
  text: compareText,
  sharedText: compareSharedText,
  portName: comparePortName,
  address: compareAddress,
  mac: compareMac,
  prefix: comparePrefix,
  vlanNumber: compareVlanNumber,
  portNumber: comparePortNumber,
};

/**
 * Returns SQL for the value of a column as text, in the form in which users see it: addresses without a prefix length.
 */
export const shownValue = (column: string, { kind }: Column, comparison: Comparison): string =>
  kind === 'inet' && comparison === 'address' ? `host(${column})` : `${column}::text`;
