// Converts the nodes and guests of a Proxmox VE cluster to machines. Pure functions.
import { aggregateType } from '../../../platform/text/interface-types';
import { integerOf, textOf, type Fields } from '../../evidence/json';
import type { ApiPlace } from '../http/api-client';
import { someFacts, somePort, withDistinctNames, type FoundMachine } from '../reading';
import type { InterfaceFacts } from '../snmp';
import { parsePrefixed, type NetworkAdapter, type PrefixedAddress } from './network-adapters';
import type { Cluster, Guest, Node } from './requests';

export const sourceName = 'proxmox';
const definition = 'Proxmox VE';

/** ifType in IANAifType-MIB by the type of a row in a node's network configuration. */
const interfaceTypes: Readonly<Record<string, number>> = {
  eth: 6,
  bond: aggregateType,
  OVSBond: aggregateType,
  bridge: 209,
  OVSBridge: 209,
  vlan: 135,
  OVSIntPort: 53,
};

export function machinesOf({ name, nodes, guests }: Cluster, place: ApiPlace): FoundMachine[] {
  // All members of a cluster show the same nodes and guests, so the keys do not depend on the member that was read.
  const names = nodes.map((node) => node.name).sort();
  const cluster = names.length > 1 ? [name ?? '', ...names].join(' ') : `${place.address}:${place.port}`;
  const keyOf = (node: string) => `${sourceName} ${cluster} / ${node}`;
  const reachable = guests.filter(({ adapters }) => adapters.length > 0);
  return [
    ...nodes.map((node) =>
      machineOfNode(
        node,
        reachable.filter((guest) => guest.node === node.name),
        place,
        keyOf(node.name),
      ),
    ),
    ...reachable.map((guest) => machineOfGuest(guest, keyOf(guest.node))),
  ];
}

/** The node with its own ports and those that lead to its running guests. */
function machineOfNode(node: Node, guests: readonly Guest[], place: ApiPlace, key: string): FoundMachine {
  const rows = (node.network ?? []).filter(({ type }) => Object.hasOwn(interfaceTypes, textOf(type)));
  const ports = rows.map((row, at) => portOfNode(row, -(at + 1)));
  const taps = guests
    .filter(({ isRunning }) => isRunning)
    .flatMap((guest) => guest.adapters.map((adapter) => ({ guest, adapter })))
    .map(({ guest, adapter }, at) => portOfGuest(guest, adapter, -(rows.length + at + 1)));
  const configured = rows.flatMap(({ address, netmask, cidr, address6, netmask6, cidr6 }, at) =>
    [
      textOf(cidr) || `${textOf(address)}/${textOf(netmask)}`,
      textOf(cidr6) || `${textOf(address6)}/${String(netmask6)}`,
    ].flatMap((text) => parsePrefixed(text).map((one) => ({ ...one, ifIndex: -(at + 1) }))),
  );
  const isConfigured = (address: string) => configured.some((one) => one.address === address);
  const ofCluster = node.address === undefined || isConfigured(node.address) ? [] : [node.address];
  const own = [...configured, ...ofCluster.map((address) => ({ address, ifIndex: 0 }))];
  // Without any address of its own, a node is known by the address at which it was read.
  const isReadHere = own.length === 0 && node.isLocal;
  return {
    ...{ source: sourceName, key, name: node.name },
    os: node.version === undefined ? definition : `${definition} ${node.version}`,
    facts: someFacts(
      {
        interfaces: withDistinctNames([...ports, ...taps]),
        addresses: isReadHere ? parsePrefixed(place.address).map((one) => ({ ...one, ifIndex: 0 })) : own,
      },
      node.isWhole ? ['fdb'] : [],
    ),
    hypervisor: { definition, port: place.port },
  };
}

function portOfNode({ iface, type, active, comments }: Fields, ifIndex: number): InterfaceFacts {
  const name = textOf(iface);
  const alias = textOf(comments).trim();
  const ifType = interfaceTypes[textOf(type)];
  return somePort({
    ...{ ifIndex, name, descr: name },
    ...(alias !== '' && { alias }),
    ...(ifType !== undefined && { type: ifType }),
    operStatus: integerOf(active) === 1 ? 'Up' : 'Down',
  });
}

/** The node's end of a guest's adapter. It has learned the MAC address of the adapter alone. */
function portOfGuest({ kind, id, name }: Guest, adapter: NetworkAdapter, ifIndex: number): InterfaceFacts {
  const portName = `${kind === 'qemu' ? 'tap' : 'veth'}${id}i${adapter.number}`;
  return somePort({
    ...{ ifIndex, name: portName, descr: portName, alias: name },
    operStatus: adapter.isLinkDown ? 'Down' : 'Up',
    fdbMacs: [adapter.mac],
    ...(adapter.vlan !== undefined && { nativeVlan: adapter.vlan }),
    taggedVlans: [...adapter.trunks],
  });
}

function machineOfGuest({ id, name, isRunning, adapters, addresses, os }: Guest, hypervisorKey: string): FoundMachine {
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
    ...{ source: sourceName, key: `${hypervisorKey} ${id}`, name },
    ...(os !== undefined && { os }),
    facts: someFacts({ interfaces: withDistinctNames(ports), addresses: known.filter(isFirst) }),
    guest: { platform: 'Proxmox', id: String(id), name, hypervisorKey },
  };
}
