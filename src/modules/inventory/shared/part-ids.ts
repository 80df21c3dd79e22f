// Handles ids that callers choose for the parts of a host. If a row of a foreign network already has the id, the part
// gets a new id.
import { randomUUID } from 'node:crypto';
import { isIdTaken } from '../../../data/tenancy/constraints';
import { delegateOf } from '../../../data/model/delegate';
import { presentIds, type Id } from '../../../data/tenancy/references';
import type { Db } from '../../../data/tenancy/rows';

interface Part {
  readonly id?: Id;
}
/** The parts in a request: the parts of a host, or the bindings of a service. */
interface PartLists {
  readonly ipAddresses?: readonly Part[] | null;
  readonly ports?: readonly Part[] | null;
  readonly interfaces?: readonly Part[] | null;
  readonly services?: readonly (Part & { readonly bindings?: readonly Part[] | null })[] | null;
  readonly bindings?: readonly Part[] | null;
  /** Subnets are no parts, but a bridge refers to the service that runs it. */
  readonly subnets?: readonly object[] | null;
}
const lists = ['ipAddresses', 'ports', 'interfaces', 'services', 'bindings', 'subnets'] as const;

/**
 * Calls `write` with the request. If a row of another network already has an id of the request, calls `write` again
 * with new ids for new parts: an error would reveal that the other network has the row.
 */
export async function withFreeIds<I extends PartLists, T>(
  db: Db,
  networkId: string,
  input: I,
  write: (input: I) => Promise<T>,
): Promise<T> {
  return write(input).catch(async (error: unknown) => {
    if (!isIdTaken(error)) throw error;
    const unknown = await findUnknownIds(db, networkId, input);
    if (unknown.length === 0) throw error;
    return write(withNewIds(input, unknown));
  });
}

function partsByModel({ ipAddresses, ports, interfaces, services, bindings }: PartLists) {
  const ofServices = (services ?? []).flatMap((service) => service.bindings ?? []);
  return {
    IpAddress: ipAddresses ?? [],
    Port: ports ?? [],
    Interface: interfaces ?? [],
    Service: services ?? [],
    Binding: [...(bindings ?? []), ...ofServices],
  } as const;
}

const idsOf = (parts: readonly Part[]): string[] => [...new Set(presentIds(parts.map(({ id }) => id)))];

/** Returns the ids of all parts in a request. */
export const idsOfParts = (input: PartLists): string[] => Object.values(partsByModel(input)).flatMap(idsOf);

/** Resolves with the ids in the request that no stored part in the network has. */
export async function findUnknownIds(db: Db, networkId: string, input: PartLists): Promise<string[]> {
  const unknown: string[] = [];
  for (const [model, parts] of Object.entries(partsByModel(input))) {
    const ids = idsOf(parts);
    if (ids.length === 0) continue;
    const args = { where: { networkId, id: { in: ids } }, select: { id: true } };
    const storedIds = new Set((await delegateOf(db, model).findMany(args)).map(({ id }) => id));
    unknown.push(...ids.filter((id) => !storedIds.has(id)));
  }
  return unknown;
}

/** Returns the request with a new id for each of `ids`, also in references between parts of the request. */
export function withNewIds<I extends PartLists>(input: I, ids: readonly string[]): I {
  const newIds = new Map(ids.map((id) => [id, randomUUID()] as const));
  const listNames = lists.filter((name) => name in input);
  return { ...input, ...Object.fromEntries(listNames.map((name) => [name, replaceIds(input[name], newIds)])) };
}

/** Returns the value with ids replaced according to `newIds`, in all lists and objects within the value. */
export function replaceIds<T>(value: T, newIds: ReadonlyMap<string, string>): T {
  const anew = (one: unknown): unknown => {
    if (typeof one === 'string') return newIds.get(one) ?? one;
    if (Array.isArray(one)) return one.map(anew);
    const isPlain = typeof one === 'object' && one !== null && !(one instanceof Date);
    return isPlain ? Object.fromEntries(Object.entries(one).map(([name, member]) => [name, anew(member)])) : one;
  };
  return anew(value) as T;
}
