// Generations of the daemon protocol: ranges of daemon versions with the same protocol. Also the calls between daemons
// and the service.
import { isOlder } from '../daemon-version';

/** Generations, oldest first, each with its first daemon version. */
const firstVersions = {
  A0: '0.0.0',
  A: '0.14.0',
  B: '0.15.0',
  C: '0.16.0',
  D: '0.17.0',
  E: '0.17.5',
  F: '0.17.15',
  G: '0.17.22',
} as const;

export type Generation = keyof typeof firstVersions;
export const generations = Object.keys(firstVersions) as Generation[];

/**
 * Returns the protocol generation of a daemon version. For a missing or invalid version, returns the oldest generation.
 */
export function protocolGeneration(version: string | null | undefined): Generation {
  const matching = generations.filter((one) => !isOlder(version ?? '', firstVersions[one]));
  return matching.at(-1) ?? 'A0';
}

export const isOlderGeneration = (one: Generation, other: Generation): boolean =>
  generations.indexOf(one) < generations.indexOf(other);

/**
 * Names of calls. The last four are calls of the service to daemons that it polls, the others are calls of daemons to
 * the service.
 */
export type DaemonCall =
  | 'register'
  | 'startup'
  | 'request-work'
  | 'heartbeat'
  | 'update-capabilities'
  | 'update'
  | 'hosts/discovery'
  | 'hosts/discovery/batch'
  | 'subnets'
  | 'vlans/discovery'
  | 'status'
  | 'poll'
  | 'initiate'
  | 'entities-created';

/**
 * The conversions between a protocol generation and the next newer one: `read` for what daemons send, `write` for what
 * daemons get. `read` recognizes a body of its generation by the fields, because the daemon's version may be unknown,
 * and returns a newer body unchanged.
 */
export interface Step {
  readonly read?: Partial<Record<DaemonCall, (body: Json) => Json>>;
  readonly write?: Partial<Record<DaemonCall, (data: Json) => Json>>;
}

export type Json = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns the objects in a list, without other items. Returns undefined if the value is not a list. */
export const toObjects = (value: unknown): Json[] | undefined =>
  Array.isArray(value) ? value.filter(isObject) : undefined;

/**
 * Returns the row with `change` applied to each object in its list `member`. Returns the row unchanged if it has no
 * such list.
 */
export function changeEach(row: Json, member: string, change: (item: Json) => Json): Json {
  const items = toObjects(row[member]);
  return items ? { ...row, [member]: items.map(change) } : row;
}

export function without(row: Json, ...members: readonly string[]): Json {
  return Object.fromEntries(Object.entries(row).filter(([name]) => !members.includes(name)));
}

export const toText = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
