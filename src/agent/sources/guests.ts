// Converts guests (virtual machines and containers) of any hypervisor to machines. Pure functions.
import type { PrefixedAddress } from '../evidence/addresses';
import { somePort, someFacts, withDistinctNames, type FoundMachine } from './reading';
import type { InterfaceFacts } from './snmp';

export interface GuestAdapter {
  /** Number of the network adapter in the guest, starting at 0. */
  readonly number: number;
  /** The name of the network interface inside the guest. */
  readonly name?: string;
  readonly mac: string;
  readonly bridge?: string;
  /** Number of the VLAN whose frames are untagged at this adapter. */
  readonly vlan?: number;
  /** Numbers of the VLANs whose frames are tagged at this adapter. */
  readonly trunks: readonly number[];
  readonly isLinkDown: boolean;
  /** IP addresses that the hypervisor's configuration assigns to the adapter. */
  readonly addresses: readonly PrefixedAddress[];
}

export interface GuestFacts {
  readonly id: string;
  readonly name: string;
  readonly isRunning: boolean;
  readonly adapters: readonly GuestAdapter[];
  /** IP addresses that the guest's operating system reports, by the MAC address of their adapter. */
  readonly addresses: ReadonlyMap<string, readonly PrefixedAddress[]>;
  readonly os?: string;
}

/**
 * The virtual port of a hypervisor to which the network adapter of a guest is connected. Its only learned MAC address
 * is that of the adapter.
 */
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
  const guestAddresses = adapters.flatMap(({ number, mac, addresses: configured }) =>
    [...(addresses.get(mac) ?? []), ...configured].map((one) => ({ ...one, ifIndex: -(number + 1) })),
  );
  const isFirst = ({ address }: PrefixedAddress, at: number) =>
    guestAddresses.findIndex((one) => one.address === address) === at;
  return {
    ...{ source, key, name },
    ...(os !== undefined && { os }),
    facts: someFacts({ interfaces: withDistinctNames(ports), addresses: guestAddresses.filter(isFirst) }),
    guest: { platform, id, name, hypervisorKey },
  };
}
