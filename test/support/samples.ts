// The test data of each entity: the `*.samples.ts` files below test/modules, with a kind's rows and requests.
import { readdirSync } from 'node:fs';
import path from 'node:path';
import type { Prisma } from '../../src/generated/prisma/client';

/** Variables of an operation, by their names on the wire. */
export type Values = Readonly<Record<string, unknown>>;

/** One twin from the view of cases. Both twins run the same cases in the same order, so their numbers are equal. */
export interface Side {
  readonly networkId: string;
  readonly organizationId: string;
  readonly userIds: Readonly<Record<'owner' | 'viewer' | 'leaving', string>>;
  /** The daemon that calls, and the host that it runs on. */
  readonly daemonId: string;
  readonly daemonHostId: string;
  /** The id of the first row of a model within reach, which need not be the last one created by hand. */
  id(model: string): string;
  /** A number that no other case has. */
  next(): number;
  /** An id for a row that a request contains, the same on both sides. */
  newId(): string;
  /** Creates a row with the case of that operation, over this side's API. Returns its id, or the first id of a list. */
  create(operationId: string, more?: Values): Promise<string>;
}
export type Case = (side: Side) => Values | Promise<Values>;

type Add = (model: Prisma.ModelName, row: Values) => Promise<string>;

/** A filled network to which samples add rows. */
export interface FilledNetwork {
  readonly networkId: string;
  readonly organizationId: string;
  /** The person whose own rows nobody else sees. */
  readonly personId: string;
  readonly tagIds: readonly string[];
  /** The live topology. */
  readonly topologyId: string;
  readonly subnetId: string;
  /** A switch with its port, and a second host connected to it. */
  readonly hostId: string;
  readonly interfaceId: string;
  readonly otherHostId: string;
  readonly otherInterfaceId: string;
  /** MAC addresses, the first three parts of IP addresses, and a number, which no other network has. */
  readonly macs: readonly string[];
  readonly block: string;
  readonly number: number;
  /** Adds a row with the secret of the network in each of its texts, but for the columns given (null keeps one empty). */
  readonly add: Add;
  /** Adds a row in the same way that only the person may see. */
  readonly addOwn: Add;
}

export interface Samples {
  /** Adds a row of the kind and of each of its relations, for the isolation suites. Called once for each network. */
  readonly rows?: (network: FilledNetwork) => Promise<unknown>;
  /**
   * Example variables by operation id, under their wire names; members of nested objects are spelled as in GraphQL.
   * Reads, deletes and bulk deletes need none, updates only those that the create's case lacks.
   */
  readonly cases?: Readonly<Record<string, Case>>;
  /** Operations that the domain reference does not name, each with what it is for. */
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

/** The tables of all kinds merged into one. A key that occurs twice throws. */
export function mergedSamples<Of extends 'cases' | 'operations'>(name: Of): NonNullable<Samples[Of]> {
  const entries = allSamples.flatMap((samples) => Object.entries<unknown>(samples[name] ?? {}));
  const table = Object.fromEntries(entries);
  const twice = entries.map(([key]) => key).filter((key, index, keys) => keys.indexOf(key) !== index);
  if (twice.length > 0) throw new Error(`in two files of samples: ${twice.join(', ')}`);
  return table as NonNullable<Samples[Of]>;
}
