// Encodes and decodes node ids. A node id is an opaque text that names one object of any type and, for an object of the
// past, the instant.
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
  /** Name of the argument that contains the ids, for errors. */
  readonly field: string;
}
/**
 * The found objects in the order of the requested keys. For an object that cannot be found, the list contains an error.
 */
export type ObjectsOrErrors = readonly (object | Error)[];

export interface Identity {
  /**
   * Returns the key of an object, which is unique within its type. Two objects have the same key only if readers with
   * the same rights see no difference between them.
   */
  keyOf(value: unknown, context: GraphqlContext, type: string): string;
  /**
   * Returns the key of the object whose GraphQL field `id` has this value, at the instant of the request; undefined for
   * a text that cannot be an id.
   */
  keyOfId?(id: string, context: GraphqlContext): string | undefined;
  /** Finds objects by their keys. Keys come from callers, so they may be any text. */
  find(sought: Sought): Promise<ObjectsOrErrors>;
}

export const encodeNodeId = ({ type, key }: NodeName): string => Buffer.from(`${type}:${key}`).toString('base64url');

/** Decodes a node id; undefined for a text that is not a node id. Does not check whether the object exists. */
export function parseNodeId(nodeId: string): NodeName | undefined {
  const text = Buffer.from(nodeId, 'base64url').toString();
  const [, type, key] = /^(\w+):(.*)$/s.exec(text) ?? [];
  // Base64 and UTF-8 are decoded leniently, so several texts lead to the same id. Only the canonical text is accepted.
  if (type === undefined || key === undefined || encodeNodeId({ type, key }) !== nodeId) return undefined;
  return { type, key };
}

/** Decodes a node id. Throws `validation_invalid_format` for a text that is not a node id. */
export function decodeNodeId(nodeId: string, field: string): NodeName {
  const name = parseNodeId(nodeId);
  if (!name) throw invalid(field);
  return name;
}

export const invalid = (field: string): AppError => new AppError('validation_invalid_format', { field });

/** The key of a row: its id. If the row is read at a past instant, the instant follows. */
export const rowKey = (id: string, at: Date | undefined): string => (at ? `${id}@${at.toISOString()}` : id);

export interface RowName {
  readonly id: string;
  readonly at?: Date | undefined;
}

/** Parses the key of a row; undefined if the text is not such a key. */
export function parseRowName(key: string): RowName | undefined {
  const [id, instant, ...more] = key.split('@');
  if (!isUuid(id) || id !== id.toLowerCase() || more.length > 0) return undefined;
  if (instant === undefined) return { id };
  const at = parseInstant(instant);
  return at && { id, at };
}

/** Parses an instant in a key; undefined unless the text is an ISO 8601 time in canonical form. */
export function parseInstant(text: string): Date | undefined {
  const at = new Date(text);
  return Number.isFinite(at.getTime()) && at.toISOString() === text ? at : undefined;
}
