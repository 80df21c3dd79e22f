// Node ids: opaque texts that name one object of any type at its instant; encoding and decoding.
import type { GraphQLResolveInfo } from 'graphql';
import { AppError } from '../../errors';
import { isUuid } from '../../platform/text/validation';
import type { GraphqlContext } from '../context';

/** The content of a node id: the type, and the object's key within the type. */
export interface NodeName {
  readonly type: string;
  readonly key: string;
}

/** A request for objects of one type by key. */
export interface Sought {
  readonly type: string;
  readonly keys: readonly string[];
  readonly context: GraphqlContext;
  readonly info: GraphQLResolveInfo;
  /** The argument with the ids, for errors. */
  readonly field: string;
}
/** In the order of the keys: the object, or an error. */
export type Found = readonly (object | Error)[];

export interface Identity {
  /**
   * The key of an object within its type, covering everything that determines its content except the reader's rights.
   */
  keyOf(value: unknown, context: GraphqlContext, type: string): string;
  /** The key for a value of the field `id` at the request's instant; undefined for a text that is not an id. */
  keyOfId?(id: string, context: GraphqlContext): string | undefined;
  /** Finds objects. Keys come from callers and may be any text. */
  find(sought: Sought): Promise<Found>;
}

export const encodeNodeId = ({ type, key }: NodeName): string => Buffer.from(`${type}:${key}`).toString('base64url');

/** Decodes a node id. Throws `validation_invalid_format` for other texts; does not check whether the object exists. */
export function decodeNodeId(nodeId: string, field: string): NodeName {
  const text = Buffer.from(nodeId, 'base64url').toString();
  const [, type, key] = /^(\w+):(.*)$/s.exec(text) ?? [];
  // Base64 and UTF-8 decoding is lenient: accept only the canonical text of an id.
  if (type === undefined || key === undefined || encodeNodeId({ type, key }) !== nodeId) throw invalid(field);
  return { type, key };
}

export const invalid = (field: string): AppError => new AppError('validation_invalid_format', { field });

/** The key of a row: its id, with the instant unless it is the present. */
export const rowKey = (id: string, at: Date | undefined): string => (at ? `${id}@${at.toISOString()}` : id);

export interface RowName {
  readonly id: string;
  readonly at?: Date | undefined;
}

/** Parses a row's key; undefined for any other text. */
export function parseRowName(key: string): RowName | undefined {
  const [id, instant, ...more] = key.split('@');
  if (!isUuid(id) || id !== id.toLowerCase() || more.length > 0) return undefined;
  if (instant === undefined) return { id };
  const at = parseInstant(instant);
  return at && { id, at };
}

/** The instant of a key in canonical form; undefined for other texts. */
export function parseInstant(text: string): Date | undefined {
  const at = new Date(text);
  return Number.isFinite(at.getTime()) && at.toISOString() === text ? at : undefined;
}
