// Reads leaves of OpenConfig data. Each leaf may be missing or have an unexpected type.
import { fieldsOf, textOf, type Fields } from '../../evidence/json';
import { macFromText } from '../../evidence/mac';

/** The leaves of a node: its `state`, completed by its `config` for leaves that `state` lacks. */
export const stateOf = (row: Fields): Fields => ({ ...fieldsOf(row.config), ...fieldsOf(row.state) });

/** The name of an identity without its module: `ETHERNET` for `openconfig-if-types:ETHERNET` (RFC 7951, section 6.8). */
export const identity = (value: unknown): string => {
  const text = textOf(value);
  return text.slice(text.lastIndexOf(':') + 1);
};

const longest = 255;

/** The trimmed text, cut to the 255 characters that the server accepts; undefined if it is empty or no text. */
export function lineOf(value: unknown): string | undefined {
  const text = textOf(value).trim().slice(0, longest);
  return text === '' ? undefined : text;
}

/**
 * The first of the values that is a text, as an object with the member `name`; an empty object if no value is a text.
 */
export function firstText<K extends string>(name: K, ...values: readonly unknown[]): { [key in K]?: string } {
  const text = values.map(lineOf).find((one) => one !== undefined);
  return (text === undefined ? {} : { [name]: text }) as { [key in K]?: string };
}

export function macOf(value: unknown): string | undefined {
  const mac = macFromText(textOf(value));
  return mac === '00:00:00:00:00:00' ? undefined : mac;
}

/** The bytes of a chassis id or port id, which OpenConfig represents as text. */
export const lldpBytes = (value: unknown): Uint8Array => Buffer.from(textOf(value).slice(0, 1_000));
