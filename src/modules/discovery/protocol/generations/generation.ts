// Generations of the daemon protocol: which versions of daemons speak alike, and the calls that both sides make.
import { isOlder } from '../daemon-version';

/** Oldest first; each with the first version that speaks it. */
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

/** A daemon that does not say its version, or says no version, speaks the oldest. */
export function generationOf(version: string | null | undefined): Generation {
  const spoken = generations.filter((one) => !isOlder(version ?? '', firstVersions[one]));
  return spoken.at(-1) ?? 'A0';
}

export const isBefore = (one: Generation, other: Generation): boolean =>
  generations.indexOf(one) < generations.indexOf(other);

/** What a daemon calls, then what it is called for where the service is the client. */
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
 * One generation, as far as it differs from the next newer one. Bodies are recognized by their members, as versions may be
 * unknown: reading a body of a newer generation changes nothing.
 */
export interface Step {
  readonly read?: Partial<Record<DaemonCall, (body: Json) => Json>>;
  readonly write?: Partial<Record<DaemonCall, (data: Json) => Json>>;
}

export type Json = Readonly<Record<string, unknown>>;

export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The objects of a list; anything else in it is no part. Undefined: there is no list. */
export const objectsIn = (value: unknown): Json[] | undefined =>
  Array.isArray(value) ? value.filter(isObject) : undefined;

/** The row with the list at `member` changed, one object at a time; without a list there as it is. */
export function eachIn(row: Json, member: string, change: (item: Json) => Json): Json {
  const items = objectsIn(row[member]);
  return items ? { ...row, [member]: items.map(change) } : row;
}

export function without(row: Json, ...members: readonly string[]): Json {
  return Object.fromEntries(Object.entries(row).filter(([name]) => !members.includes(name)));
}

export const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
