// How a searched column is compared with a text. SQL conditions for each rank of match.
import type { Column } from '../../../data/model/model-fields';
import { likeText } from '../../../graphql/lists/filter';
import { isVlanNumber } from '../../../platform/text/vlan-numbers';
import type { Comparison } from './search-kinds';
import { withoutSeparators } from '../../../platform/text/port-words';
import { isShortText, type SearchText } from '../../../platform/text/search-text';

/**
 * Adds a value to the statement's parameters and returns its placeholder. Equal values of the same type share a
 * placeholder.
 */
export type Bind = (value: unknown, type: string) => string;

/** SQL conditions for a match of each rank. Undefined if no value can match with that rank. */
export interface Matching {
  /** Condition that the whole value matches. */
  readonly exact?: string;
  readonly beginning?: string;
  /** Condition that the value matches with any rank. */
  readonly any: string;
  /** Whether an index on the network and the column can serve `any`. */
  readonly hasIndex?: boolean;
  /** The part of `any` that such an index can serve, if it does not serve all of it. */
  readonly indexedPart?: string;
  /**
   * Texts in lower case. Every other value that matches `any` contains one of them, as the trigram index has the value:
   * names of ports begin with a blank there, and have no other blanks or hyphens.
   */
  readonly parts?: readonly string[];
}

const anyOf = (...conditions: readonly (string | undefined)[]): string | undefined => {
  const present = conditions.filter((condition) => condition !== undefined);
  return present.length > 1 ? `(${present.join(' OR ')})` : present[0];
};
const withAny = (matching: Omit<Matching, 'any'> & { readonly any?: string | undefined }): Matching | undefined =>
  matching.any === undefined ? undefined : { ...matching, any: matching.any };

/** LIKE patterns of values that contain or begin with one of the texts. */
const containing = (texts: readonly string[]): string[] => texts.map((text) => `%${likeText(text)}%`);
const beginningWith = (texts: readonly string[]): string[] => texts.map((text) => `${likeText(text)}%`);

type Compare = (column: string, text: SearchText, bind: Bind) => Matching | undefined;

/** SQL for the value in lower case. For ASCII texts, bytes are compared, which takes a quarter of the time. */
const lowerOf = (column: string, { isAscii }: SearchText): string =>
  isAscii ? `lower(${column} COLLATE "C")` : `lower(${column})`;

/**
 * SQL for texts to compare with, in lower case. The database converts texts that are not ASCII in the same way as
 * values.
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

/** Whether values are compared with the text itself. */
export const isTextual = (comparison: Comparison): boolean => comparison === 'text' || comparison === 'portName';

/**
 * SQL for a condition that every row with a matching text meets. Its columns are converted to lower case and compared
 * together, which takes a third of the time of comparing each.
 */
export function mayMatch(columns: readonly string[], text: SearchText, bind: Bind): string {
  const joined = `(${columns.map((column) => `coalesce(${column}, '')`).join(` || ' ' || `)})`;
  // All notations of the port contain the same numbers, so one condition on these numbers suffices.
  const parts = containing(text.port ? [text.port.numbers] : text.forms);
  return anyOf(...lowered(parts, text, bind).map((part) => `${lowerOf(joined, text)} LIKE ${part}`))!;
}

const comparePortName: Compare = (column, text, bind) => {
  const asText = { ...compareText(column, text, bind)!, parts: text.forms.map((form) => withoutSeparators(form)) };
  if (!text.port) return asText;
  const { notations, numbers } = text.port;
  // The condition on the numbers comes first: few names contain them, so few names are compared with all notations.
  const hasNumbers = `${column} LIKE ${bind(`%${likeText(numbers)}%`, 'text')}`;
  const value = `translate(lower(${column} COLLATE "C"), ' -', '')`;
  const exact = `(${hasNumbers} AND ${value} = ANY (${bind(notations, 'text[]')}))`;
  const beginning = `(${hasNumbers} AND ${value} LIKE ANY (${bind(beginningWith(notations), 'text[]')}))`;
  return {
    exact: anyOf(asText.exact, exact)!,
    beginning: anyOf(asText.beginning, beginning)!,
    any: anyOf(asText.any, beginning)!,
    // All notations contain the numbers. One or two digits have no trigram.
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
  portName: comparePortName,
  address: compareAddress,
  mac: compareMac,
  prefix: comparePrefix,
  vlanNumber: compareVlanNumber,
  portNumber: comparePortNumber,
};

/** SQL for a compared value as it is shown to people. */
export const shownValue = (column: string, { kind }: Column, comparison: Comparison): string =>
  kind === 'inet' && comparison === 'address' ? `host(${column})` : `${column}::text`;
