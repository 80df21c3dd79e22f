// Collects the test data of each entity from the `*.samples.ts` files below test/modules: rows of the entity and
// variables of its requests.
import { readdirSync } from 'node:fs';
import path from 'node:path';
import type { Prisma } from '../../src/generated/prisma/client';

/** Variables of an operation, under their names in REST requests. */
export type Values = Readonly<Record<string, unknown>>;

/**
 * One of two databases with equal rows, each with a server of its own. The same cases run on both databases in the same
 * order, so `next` returns equal numbers.
 */
export interface Side {
  readonly networkId: string;
  readonly organizationId: string;
  readonly userIds: Readonly<Record<'owner' | 'viewer' | 'leaving', string>>;
  /** The daemon that sends requests, and the host on which the daemon runs. */
  readonly daemonId: string;
  readonly daemonHostId: string;
  /** The id of the first row of the model that the caller may see. */
  id(model: string): string;
  /** A number that no other case gets. */
  next(): number;
  /** An id for a row that a request contains. Cases on both databases get the same id. */
  newId(): string;
  /**
   * Creates a row with the example variables of that operation, over the API of this side's server. Returns the id of
   * the row, or the first id of a list.
   */
  create(operationId: string, more?: Values): Promise<string>;
  /** Creates a row like `create`, but returns the data of the response, or the first row of a list. */
  createdData(operationId: string, more?: Values): Promise<Values>;
}
export type Case = (side: Side) => Values | Promise<Values>;

type Add = (model: Prisma.ModelName, row: Values) => Promise<string>;

/** A populated network to which samples add rows. */
export interface FilledNetwork {
  readonly networkId: string;
  readonly organizationId: string;
  /** The id of the only user who may see the rows that `addOwn` adds. */
  readonly personId: string;
  readonly tagIds: readonly string[];
  /** The id of the network's live topology. */
  readonly topologyId: string;
  readonly subnetId: string;
  /** A switch with a port, and a second host that is connected to the port. */
  readonly hostId: string;
  readonly interfaceId: string;
  readonly otherHostId: string;
  readonly otherInterfaceId: string;
  /** MAC addresses, the first three parts of IP addresses, and a number. They occur in no other network. */
  readonly macs: readonly string[];
  readonly block: string;
  readonly number: number;
  /**
   * Adds a row. All its texts contain the network's secret, a word that no response to another tenant may contain.
   * Given columns get the given values; null leaves a column empty.
   */
  readonly add: Add;
  /** Adds a row like `add`, but one that only the user `personId` may see. */
  readonly addOwn: Add;
}

export interface Samples {
  /** Adds a row of the entity and of each of its relations, for the isolation suites. Called once for each network. */
  readonly rows?: (network: FilledNetwork) => Promise<unknown>;
  /**
   * Example variables by operation id, under their names in REST requests. Members of nested objects are spelled as in
   * GraphQL. Reads, deletes and bulk deletes need no entry, and an update needs only variables that the entry of the
   * create operation lacks.
   */
  readonly cases?: Readonly<Record<string, Case>>;
  /** REST operations of the entity beyond those in test/contract/contract-operations.ts, each with its purpose. */
  readonly operations?: Readonly<Record<string, string>>;
}

const folder = path.join(__dirname, '..', 'modules');
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.samples.ts'))
  .sort();

export const allSamples: readonly Samples[] = files.map((file) => {
  // eslint-disable-next-line @typescript-eslint/no-require-imports -- found by name: a new kind needs no line in a list
  const { samples } = require(path.join(folder, file)) as { samples?: Samples };
  if (!samples) throw new Error(`test/modules/${file} exports no samples`);
  return samples;
});

/**
 * Merges the example variables (`cases`) or the `operations` of all entities into one object. Throws if two entities
 * have the same key.
 */
export function mergedSamples<Of extends 'cases' | 'operations'>(name: Of): NonNullable<Samples[Of]> {
  const entries = allSamples.flatMap((samples) => Object.entries<unknown>(samples[name] ?? {}));
  const table = Object.fromEntries(entries);
  const twice = entries.map(([key]) => key).filter((key, index, keys) => keys.indexOf(key) !== index);
  if (twice.length > 0) throw new Error(`in two files of samples: ${twice.join(', ')}`);
  return table as NonNullable<Samples[Of]>;
}
