// Node ids: opaque texts that name one object among those of all types, as it is at its instant; what makes and reads them.
import type { GraphQLResolveInfo } from 'graphql';
import { AppError } from '../../errors';
import { isUuid } from '../../platform/text/validation';
import type { GraphqlContext } from '../context';

/** What a node id says: the type, and the key of the object among those of its type. */
export interface NodeName {
  readonly type: string;
  readonly key: string;
}

/** A request for objects of one type by their keys. */
export interface Sought {
  readonly type: string;
  readonly keys: readonly string[];
  readonly context: GraphqlContext;
  readonly info: GraphQLResolveInfo;
  /** The argument that the ids come from, for errors. */
  readonly field: string;
}
/** In the order of the keys: the object, or why there is none. */
export type Found = readonly (object | Error)[];

export interface Identity {
  /** Names an object among those of its type, by all that decides what the object says but the rights of its reader. */
  keyOf(value: unknown, context: GraphqlContext, type: string): string;
  /** The key of what the field `id` says, as it is at the instant of the request; undefined for a text that is no id. */
  keyOfId?(id: string, context: GraphqlContext): string | undefined;
  /** Keys are what callers sent: any text. */
  find(sought: Sought): Promise<Found>;
}

export const nodeIdOf = ({ type, key }: NodeName): string => Buffer.from(`${type}:${key}`).toString('base64url');

/** Throws `validation_invalid_format` for a text that is no node id; whether its object exists is another question. */
export function nodeNameOf(nodeId: string, field: string): NodeName {
  const text = Buffer.from(nodeId, 'base64url').toString();
  const [, type, key] = /^(\w+):(.*)$/s.exec(text) ?? [];
  // Base64 and UTF-8 are read leniently: of all texts that are read as an id, one is the id.
  if (type === undefined || key === undefined || nodeIdOf({ type, key }) !== nodeId) throw invalid(field);
  return { type, key };
}

export const invalid = (field: string): AppError => new AppError('validation_invalid_format', { field });

/** The key of a row: its id, and the instant that it is read at unless that is the present. */
export const rowKey = (id: string, at: Date | undefined): string => (at ? `${id}@${at.toISOString()}` : id);

export interface RowName {
  readonly id: string;
  readonly at?: Date | undefined;
}

/** Undefined for a text that is no key of a row. */
export function rowNameOf(key: string): RowName | undefined {
  const [id, instant, ...more] = key.split('@');
  if (!isUuid(id) || id !== id.toLowerCase() || more.length > 0) return undefined;
  if (instant === undefined) return { id };
  const at = instantIn(instant);
  return at && { id, at };
}

/** The instant that a key has, in the form that keys have it; undefined for other texts. */
export function instantIn(text: string): Date | undefined {
  const at = new Date(text);
  return Number.isFinite(at.getTime()) && at.toISOString() === text ? at : undefined;
}
