// Reads leaves of OpenConfig data, each of which may be missing or have another type.
import { fieldsOf, textOf, type Fields } from '../../evidence/json';
import { macFromText } from '../../evidence/mac';

/** The leaves of a node: those of its state, and those of its configuration where the device sends no state. */
export const stateOf = (row: Fields): Fields => ({ ...fieldsOf(row.config), ...fieldsOf(row.state) });

/** The name of an identity without its module: `ETHERNET` for `openconfig-if-types:ETHERNET` (RFC 7951, section 6.8). */
export const identity = (value: unknown): string => {
  const text = textOf(value);
  return text.slice(text.lastIndexOf(':') + 1);
};

const longest = 255;

/** A text with something in it, cut to the length that the server accepts. */
export function lineOf(value: unknown): string | undefined {
  const text = textOf(value).trim().slice(0, longest);
  return text === '' ? undefined : text;
}

/** The first of the values that is a text, as a member with this name. */
export function firstText<K extends string>(name: K, ...values: readonly unknown[]): { [key in K]?: string } {
  const text = values.map(lineOf).find((one) => one !== undefined);
  return (text === undefined ? {} : { [name]: text }) as { [key in K]?: string };
}

export function macOf(value: unknown): string | undefined {
  const mac = macFromText(textOf(value));
  return mac === '00:00:00:00:00:00' ? undefined : mac;
}

/** The bytes of a chassis or port id, which OpenConfig has as a text. */
export const lldpBytes = (value: unknown): Uint8Array => Buffer.from(textOf(value).slice(0, 1_000));
