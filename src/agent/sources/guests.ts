// Guests of hypervisors as machines, whatever the hypervisor. Pure functions.
import type { PrefixedAddress } from '../evidence/addresses';
import { somePort, someFacts, withDistinctNames, type FoundMachine } from './reading';
import type { InterfaceFacts } from './snmp';

export interface GuestAdapter {
  /** Number of the adapter in the guest, from 0. */
  readonly number: number;
  /** The name inside of the guest. */
  readonly name?: string;
  readonly mac: string;
  readonly bridge?: string;
  /** VLAN number of untagged frames. */
  readonly vlan?: number;
  /** VLAN numbers of tagged frames. */
  readonly trunks: readonly number[];
  readonly isLinkDown: boolean;
  /** Addresses in the configuration of the adapter. */
  readonly addresses: readonly PrefixedAddress[];
}

export interface GuestFacts {
  readonly id: string;
  readonly name: string;
  readonly isRunning: boolean;
  readonly adapters: readonly GuestAdapter[];
  /** Addresses that the guest itself has, by the MAC address of their adapter. */
  readonly addresses: ReadonlyMap<string, readonly PrefixedAddress[]>;
  readonly os?: string;
}

/** The hypervisor's end of an adapter. It has learned the MAC address of the adapter alone. */
export const portOfGuest = (
  { name: guest }: Pick<GuestFacts, 'name'>,
  { mac, vlan, trunks, isLinkDown }: GuestAdapter,
  { name, ifIndex }: Required<Pick<InterfaceFacts, 'name' | 'ifIndex'>>,
): InterfaceFacts =>
  somePort({
    ...{ ifIndex, name, descr: name, alias: guest },
    operStatus: isLinkDown ? 'Down' : 'Up',
    fdbMacs: [mac],
    ...(vlan !== undefined && { nativeVlan: vlan }),
    taggedVlans: [...trunks],
  });

export function machineOfGuest(
  { id, name, isRunning, adapters, addresses, os }: GuestFacts,
  of: Pick<FoundMachine, 'source' | 'key'> & Pick<NonNullable<FoundMachine['guest']>, 'platform' | 'hypervisorKey'>,
): FoundMachine {
  const { source, key, platform, hypervisorKey } = of;
  const ports = adapters.map(({ number, name: inside, mac, bridge, isLinkDown }) => {
    const portName = inside ?? `net${number}`;
    return somePort({
      ...{ ifIndex: -(number + 1), name: portName, descr: portName, type: 6, mac },
      ...(bridge !== undefined && { alias: bridge }),
      adminStatus: isLinkDown ? 'Down' : 'Up',
      operStatus: isRunning && !isLinkDown ? 'Up' : 'Down',
    });
  });
  const known = adapters.flatMap(({ number, mac, addresses: configured }) =>
    [...(addresses.get(mac) ?? []), ...configured].map((one) => ({ ...one, ifIndex: -(number + 1) })),
  );
  const isFirst = ({ address }: PrefixedAddress, at: number) =>
    known.findIndex((one) => one.address === address) === at;
  return {
    ...{ source, key, name },
    ...(os !== undefined && { os }),
    facts: someFacts({ interfaces: withDistinctNames(ports), addresses: known.filter(isFirst) }),
    guest: { platform, id, name, hypervisorKey },
  };
}
