// Converts the nodes and guests of a Proxmox VE cluster to machines. Pure functions.
import { aggregateType } from '../../../platform/text/interface-types';
import { parsePrefixed } from '../../evidence/addresses';
import { integerOf, textOf, type Fields } from '../../evidence/json';
import type { ApiPlace } from '../http/api-client';
import { machineOfGuest, portOfGuest } from '../guests';
import { someFacts, somePort, withDistinctNames, type FoundMachine } from '../reading';
import type { InterfaceFacts } from '../snmp';
import type { Cluster, Guest, Node } from './requests';

export const sourceName = 'proxmox';
const definition = 'Proxmox VE';

/** Maps types of rows in a node's network configuration to ifType numbers (IANAifType-MIB). */
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
  // All nodes of a cluster list the same machines. So the keys of machines contain the names of the cluster's nodes,
  // and not the address of the node that was read.
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
    ...reachable.map((guest) => {
      const hypervisorKey = keyOf(guest.node);
      const key = `${hypervisorKey} ${guest.id}`;
      return machineOfGuest(
        { ...guest, id: String(guest.id) },
        { source: sourceName, key, platform: 'Proxmox', hypervisorKey },
      );
    }),
  ];
}

/** A node with its own ports, and with the ports to which its running guests are connected. */
function machineOfNode(node: Node, guests: readonly Guest[], place: ApiPlace, key: string): FoundMachine {
  const rows = (node.network ?? []).filter(({ type }) => Object.hasOwn(interfaceTypes, textOf(type)));
  const ports = rows.map((row, at) => portOfNode(row, -(at + 1)));
  const taps = guests
    .filter(({ isRunning }) => isRunning)
    .flatMap((guest) => guest.adapters.map((adapter) => ({ guest, adapter })))
    .map(({ guest, adapter }, at) => {
      const name = `${guest.kind === 'qemu' ? 'tap' : 'veth'}${guest.id}i${adapter.number}`;
      return portOfGuest(guest, adapter, { name, ifIndex: -(rows.length + at + 1) });
    });
  const configured = rows.flatMap(({ address, netmask, cidr, address6, netmask6, cidr6 }, at) =>
    [
      textOf(cidr) || `${textOf(address)}/${textOf(netmask)}`,
      textOf(cidr6) || `${textOf(address6)}/${String(netmask6)}`,
    ].flatMap((text) => parsePrefixed(text).map((one) => ({ ...one, ifIndex: -(at + 1) }))),
  );
  const isConfigured = (address: string) => configured.some((one) => one.address === address);
  const ofCluster = node.address === undefined || isConfigured(node.address) ? [] : [node.address];
  const nodeAddresses = [...configured, ...ofCluster.map((address) => ({ address, ifIndex: 0 }))];
  // The address at which the node was read is used if no other address of the node is known.
  const isReadHere = nodeAddresses.length === 0 && node.isLocal;
  return {
    ...{ source: sourceName, key, name: node.name },
    os: node.version === undefined ? definition : `${definition} ${node.version}`,
    facts: someFacts(
      {
        interfaces: withDistinctNames([...ports, ...taps]),
        addresses: isReadHere ? parsePrefixed(place.address).map((one) => ({ ...one, ifIndex: 0 })) : nodeAddresses,
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
