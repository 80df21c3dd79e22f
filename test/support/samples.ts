// What tests know of each entity: the `*.samples.ts` files below test/modules, a kind's rows and its requests.
import { readdirSync } from 'node:fs';
import path from 'node:path';
import type { Prisma } from '../../src/generated/prisma/client';

/** Variables of an operation, by their names on the wire. */
export type Values = Readonly<Record<string, unknown>>;

/** One twin as cases see it: both run the same cases in the same order, so both count alike. */
export interface Side {
  readonly networkId: string;
  readonly organizationId: string;
  readonly userIds: Readonly<Record<'owner' | 'viewer' | 'leaving', string>>;
  /** The daemon that calls, and the host that it runs on. */
  readonly daemonId: string;
  readonly daemonHostId: string;
  /** The first row of a model within reach: the last one that was made by hand may be another. */
  id(model: string): string;
  /** A number that no other case has. */
  next(): number;
  /** An id for a row that a request brings along, the same on either side. */
  newId(): string;
  /** Makes a row by the case of that operation, through this side's door, and answers its id; of a list that of the first. */
  create(operationId: string, more?: Values): Promise<string>;
}
export type Case = (side: Side) => Values | Promise<Values>;

type Add = (model: Prisma.ModelName, row: Values) => Promise<string>;

/** A filled network that rows can be added to. */
export interface FilledNetwork {
  readonly networkId: string;
  readonly organizationId: string;
  /** The person whose own rows no other one sees. */
  readonly personId: string;
  readonly tagIds: readonly string[];
  /** The live topology. */
  readonly topologyId: string;
  readonly subnetId: string;
  /** A switch with its port, and a machine on it. */
  readonly hostId: string;
  readonly interfaceId: string;
  readonly otherHostId: string;
  readonly otherInterfaceId: string;
  /** MAC addresses and the first three parts of IP addresses that no other network has, and such a number. */
  readonly macs: readonly string[];
  readonly block: string;
  readonly number: number;
  /** Adds a row with the secret of the network in each of its texts, but for the columns given (null keeps one empty). */
  readonly add: Add;
  /** The same for a row that the person alone may see. */
  readonly addOwn: Add;
}

export interface Samples {
  /** A row of the kind and of each of its relations, for the isolation suites; called once for each network. */
  readonly rows?: (network: FilledNetwork) => Promise<unknown>;
  /**
   * By operation id: example variables by their names on the wire; members of nested objects are spelled as in GraphQL. Reads,
   * deletes and bulk deletes need none, updates only what the create's do not say.
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

/** The tables of all kinds as one; a key that two of them have is refused. */
export function mergedSamples<Of extends 'cases' | 'operations'>(name: Of): NonNullable<Samples[Of]> {
  const entries = allSamples.flatMap((samples) => Object.entries<unknown>(samples[name] ?? {}));
  const table = Object.fromEntries(entries);
  const twice = entries.map(([key]) => key).filter((key, index, keys) => keys.indexOf(key) !== index);
  if (twice.length > 0) throw new Error(`in two files of samples: ${twice.join(', ')}`);
  return table as NonNullable<Samples[Of]>;
}
