// Prefixes and addresses of a network as numbers.
import { isIP } from 'node:net';
import { parseAddress, type AddressNumber } from '../../../../platform/text/address-numbers';
import { isRepeatingAddress } from '../../../../platform/text/identifiers';
import { isBridge } from '../../../inventory/shared/subnet-types';
import type { Inventory, InventoryIpAddress, InventorySubnet } from '../../graph/inventory';
import { memoizeByIdentity } from '../../graph/remembered';
import type { FactsIndex } from '../facts-index';

export interface Prefix {
  readonly version: 4 | 6;
  readonly first: bigint;
  readonly last: bigint;
  readonly length: number;
}

/** Parses a prefix such as `10.0.0.0/24`; a plain address is a prefix of full length. Undefined for other texts. */
export function parsePrefix(cidr: string): Prefix | undefined {
  const [base = '', written] = cidr.split('/');
  if (isIP(base) === 0 || base.includes('%')) return undefined;
  const { version, value } = parseAddress(base);
  const bits = version === 4 ? 32 : 128;
  const length = written === undefined ? bits : Number(written);
  if (!Number.isInteger(length) || length < 0 || length > bits) return undefined;
  const hostBits = BigInt(bits - length);
  const first = (value >> hostBits) << hostBits;
  return { version, first, last: first + (1n << hostBits) - 1n, length };
}

/** The address as a number; undefined if the text is not an IP address. */
export const parseIp = (ip: string): AddressNumber | undefined =>
  isIP(ip) === 0 || ip.includes('%') ? undefined : parseAddress(ip);

const parsedRows = new WeakMap<InventoryIpAddress, AddressNumber | null>();

/** The address of a row as a number. Cached by row, because successive states of a network share their rows. */
export function parseRow(row: InventoryIpAddress): AddressNumber | null {
  let parsed = parsedRows.get(row);
  if (parsed === undefined) parsedRows.set(row, (parsed = parseIp(row.ipAddress) ?? null));
  return parsed;
}

export interface SubnetRange extends Prefix {
  readonly subnet: InventorySubnet;
  readonly namespace: string;
  /** Whether the subnet is a System subnet, which stands for all external addresses. */
  readonly isSystem: boolean;
  /** Whether the subnet exists inside one machine, so that other machines may have the same addresses. */
  readonly isInsideMachine: boolean;
}

/**
 * All subnets with valid prefixes, sorted by prefix, then by id. A prefix comes before the prefixes that it contains.
 */
export const subnetRanges = memoizeByIdentity((index: FactsIndex): readonly SubnetRange[] =>
  index.lookup.inventory.subnets
    .flatMap((subnet): SubnetRange | readonly SubnetRange[] => {
      const prefix = prefixesOf(index.lookup.inventory.subnets).get(subnet.id);
      const { namespace = '', isSystem = false } = index.subnetFacts.get(subnet.id) ?? {};
      return prefix ? { ...prefix, subnet, namespace, isSystem, isInsideMachine: isBridge(subnet) } : [];
    })
    .sort(
      (a, b) =>
        a.version - b.version ||
        compareValues(a.first, b.first) ||
        a.length - b.length ||
        (a.subnet.id < b.subnet.id ? -1 : 1),
    ),
);

const prefixesOf = memoizeByIdentity(
  (subnets: Inventory['subnets']): ReadonlyMap<string, Prefix> =>
    new Map(
      subnets.flatMap(({ id, cidr }) => {
        const prefix = parsePrefix(cidr);
        return prefix ? [[id, prefix] as const] : [];
      }),
    ),
);

export const compareValues = (a: bigint, b: bigint): number => (a < b ? -1 : a > b ? 1 : 0);

/**
 * Whether many machines have a subnet with this prefix: loopback, link-local, and default networks of containers and
 * virtual machines.
 */
export const isRepeatingSubnet = ({ subnet }: SubnetRange): boolean => isRepeatingAddress(subnet.cidr.split('/')[0]!);

/** Whether the prefix has at most two addresses: those of a link between two routers, or of a loopback interface. */
export const isTiny = ({ version, length }: Prefix): boolean => length >= (version === 4 ? 31 : 127);

export const containsPrefix = (outer: Prefix, inner: Prefix): boolean =>
  outer.version === inner.version && outer.first <= inner.first && inner.last <= outer.last;
