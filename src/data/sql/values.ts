// Converts PostgreSQL's text and JSON to the values that Prisma returns.
import type { Column } from '../model/model-fields';

/** Converts a value from PostgreSQL's text, or from its JSON. */
export type Decode = (value: unknown) => unknown;

const digits = (text: string, from: number, to: number): number => {
  let number = 0;
  for (let at = from; at < to; at += 1) number = number * 10 + text.charCodeAt(at) - 48;
  return number;
};

/**
 * A timestamptz in the format of sessions in UTC, `2026-01-31 12:00:00.25+00`; other formats are parsed more slowly.
 */
export function parseTime(text: string): Date {
  const zone = text.indexOf('+', 19);
  const year = digits(text, 0, 4);
  const isPlain = zone >= 19 && zone <= 23 && year >= 1000 && year <= 9999 && /^\+00(:00)?$/.test(text.slice(zone));
  if (!isPlain) return new Date(text.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00'));
  const milliseconds = zone === 19 ? 0 : digits(text, 20, zone) * 10 ** (23 - zone);
  const [month, day] = [digits(text, 5, 7), digits(text, 8, 10)];
  const [hour, minute, second] = [digits(text, 11, 13), digits(text, 14, 16), digits(text, 17, 19)];
  return new Date(Date.UTC(year, month - 1, day, hour, minute, second, milliseconds));
}

/** The bytes of a bytea, from PostgreSQL's text `\x0a…`. */
const bytesOf = (text: string): Uint8Array => Uint8Array.from(Buffer.from(text.slice(2), 'hex'));

/** The text `\x0a…` in which PostgreSQL accepts bytes as a bytea. */
export const bytesText = (bytes: Uint8Array): string => `\\x${Buffer.from(bytes).toString('hex')}`;

const bigint: Decode = (text) => BigInt(text as string);
const time: Decode = (text) => parseTime(text as string);
const bytes: Decode = (text) => bytesOf(text as string);
const json: Decode = (text) => JSON.parse(text as string) as unknown;

const ofText: Partial<Record<Column['kind'], Decode>> = {
  int: Number,
  float: Number,
  boolean: (text) => text === 't',
  bigint,
  time,
  bytes,
  json,
};
const ofJson: Partial<Record<Column['kind'], Decode>> = { bigint, time, bytes };

/** The decoder of a column; undefined if values need no conversion. */
export const textDecoder = ({ kind, isList }: Column): Decode | undefined => (isList ? json : ofText[kind]);
export const jsonDecoder = ({ kind, isList }: Column): Decode | undefined => (isList ? undefined : ofJson[kind]);
