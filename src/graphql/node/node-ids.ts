// Encodes and decodes node ids. A node id is an opaque text that names one object of any type at its instant.
import type { GraphQLResolveInfo } from 'graphql';
import { AppError } from '../../errors';
import { isUuid } from '../../platform/text/validation';
import type { GraphqlContext } from '../context';

/** The content of a node id: the type, and the object's key within that type. */
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
  /** The argument with the ids, named in errors. */
  readonly field: string;
}
/** For each key, in the order of the keys: the object, or an error. */
export type Found = readonly (object | Error)[];

export interface Identity {
  /**
   * The key of an object within its type. It determines the object's content completely, except for what depends on the
   * reader's rights.
   */
  keyOf(value: unknown, context: GraphqlContext, type: string): string;
  /**
   * The key of the object whose field `id` has this value at the request's instant; undefined for a text that is not an
   * id.
   */
  keyOfId?(id: string, context: GraphqlContext): string | undefined;
  /** Finds objects. Keys come from callers and may be any text. */
  find(sought: Sought): Promise<Found>;
}

export const encodeNodeId = ({ type, key }: NodeName): string => Buffer.from(`${type}:${key}`).toString('base64url');

/**
 * Decodes a node id. Throws `validation_invalid_format` for any other text. Does not check whether the object exists.
 */
export function decodeNodeId(nodeId: string, field: string): NodeName {
  const text = Buffer.from(nodeId, 'base64url').toString();
  const [, type, key] = /^(\w+):(.*)$/s.exec(text) ?? [];
  // Decoding Base64 and UTF-8 is lenient, so only the canonical text of an id is accepted.
  if (type === undefined || key === undefined || encodeNodeId({ type, key }) !== nodeId) throw invalid(field);
  return { type, key };
}

export const invalid = (field: string): AppError => new AppError('validation_invalid_format', { field });

/** The key of a row: its id, and the instant if the row is read at a past one. */
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

/** Parses the instant of a key; undefined unless the text is in canonical form. */
export function parseInstant(text: string): Date | undefined {
  const at = new Date(text);
  return Number.isFinite(at.getTime()) && at.toISOString() === text ? at : undefined;
}
