// Generations of the daemon protocol: ranges of daemon versions that use the same protocol, and the calls in both
// directions.
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

/** The generation of a daemon version. A missing or invalid version means the oldest generation. */
export function protocolGeneration(version: string | null | undefined): Generation {
  const matching = generations.filter((one) => !isOlder(version ?? '', firstVersions[one]));
  return matching.at(-1) ?? 'A0';
}

export const isOlderGeneration = (one: Generation, other: Generation): boolean =>
  generations.indexOf(one) < generations.indexOf(other);

/** Calls by daemons. The last four are calls by the service to a daemon that it polls. */
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
 * The conversions between one generation and the next newer one. `read` recognizes a body of its generation by the
 * fields, because the daemon's version may be unknown; it returns a body of a newer generation unchanged.
 */
export interface Step {
  readonly read?: Partial<Record<DaemonCall, (body: Json) => Json>>;
  readonly write?: Partial<Record<DaemonCall, (data: Json) => Json>>;
}

export type Json = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The objects of a list; other items are dropped. Undefined if the value is not a list. */
export const toObjects = (value: unknown): Json[] | undefined =>
  Array.isArray(value) ? value.filter(isObject) : undefined;

/**
 * The row with `change` applied to each object of the list `member`. Without such a list, the row is returned
 * unchanged.
 */
export function changeEach(row: Json, member: string, change: (item: Json) => Json): Json {
  const items = toObjects(row[member]);
  return items ? { ...row, [member]: items.map(change) } : row;
}

export function without(row: Json, ...members: readonly string[]): Json {
  return Object.fromEntries(Object.entries(row).filter(([name]) => !members.includes(name)));
}

export const toText = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
