// Converts openconfig-interfaces to ports, with their VLANs (openconfig-vlan), LLDP neighbors (openconfig-lldp) and
// learned MAC addresses (forwarding tables). Pure functions.
import { aggregateType } from '../../../platform/text/interface-types';
import { isVlanNumber } from '../../../platform/text/vlan-numbers';
import { ipFromText } from '../../evidence/addresses';
import { fieldsOf, integerOf, listOf, textOf, type Fields } from '../../evidence/json';
import { parseChassisId, parsePortId } from '../../evidence/lldp-ids';
import { somePort } from '../reading';
import type { InterfaceFacts, NeighborFacts } from '../snmp';
import { firstText, identity, lineOf, lldpBytes, macOf, stateOf } from './leaves';
import { highestInt32 } from '../../../platform/text/integers';

/** Maps identities of iana-if-type to ifType numbers (IANAifType-MIB). */
const interfaceTypes: ReadonlyMap<string, number> = new Map([
  ['ethernetCsmacd', 6],
  ['fastEther', 62],
  ['gigabitEthernet', 117],
  ['softwareLoopback', 24],
  ['propVirtual', 53],
  ['tunnel', 131],
  ['l2vlan', 135],
  ['l3ipvlan', 136],
  ['bridge', 209],
  ['ieee8023adLag', aggregateType],
  ['IF_ETHERNET', 6],
  ['IF_LOOPBACK', 24],
  ['IF_AGGREGATE', aggregateType],
  ['IF_ROUTED_VLAN', 136],
]);

/** The subinterfaces of an interface. Subinterface 0 represents the interface itself and gets its name. */
export function subinterfacesOf(row: Fields): { name: string; fields: Fields; isInterface: boolean }[] {
  const name = textOf(row.name);
  return listOf(fieldsOf(row.subinterfaces).subinterface).map((fields) => {
    const index = integerOf(fields.index) ?? 0;
    return { fields, isInterface: index === 0, name: index === 0 ? name : `${name}.${index}` };
  });
}

/** Maps names of ports to their ifIndex, or to a unique negative number for a port without a valid ifIndex. */
export function indexesOf(interfaces: readonly Fields[]): Map<string, number> {
  const indexes = new Map<string, number>();
  const numbers = new Set<number>();
  const add = (name: string, reportedIndex: unknown) => {
    if (name === '' || indexes.has(name)) return;
    const number = integerOf(reportedIndex);
    const isOwn = number !== undefined && number > 0 && number <= highestInt32 && !numbers.has(number);
    const index = isOwn ? number : -(indexes.size + 1);
    numbers.add(index);
    indexes.set(name, index);
  };
  for (const row of interfaces) add(textOf(row.name), stateOf(row).ifindex);
  for (const row of interfaces)
    for (const { name, fields, isInterface } of subinterfacesOf(row))
      if (!isInterface) add(name, stateOf(fields).ifindex);
  return indexes;
}

interface Tables {
  readonly interfaces: readonly Fields[];
  readonly indexes: ReadonlyMap<string, number>;
  /** Rows of the forwarding tables of all network instances. */
  readonly entries: readonly Fields[];
  /** Interfaces of openconfig-lldp, each with its neighbors. */
  readonly heard: readonly Fields[];
}

export function portsOf({ interfaces, indexes, entries, heard }: Tables): InterfaceFacts[] {
  const learned = byName(entries, portOfEntry);
  const neighbors = byName(heard, ({ name }) => textOf(name));
  const rows = [...new Map(interfaces.map((row) => [textOf(row.name), row] as const)).values()];
  return rows.flatMap((row) => {
    const name = textOf(row.name);
    const macs = (learned.get(name) ?? []).flatMap(
      (entry) => macOf({ ...entry, ...stateOf(entry) }['mac-address']) ?? [],
    );
    const port: InterfaceFacts = {
      ...portOf(row, indexes),
      fdbMacs: [...new Set(macs)],
      neighbors: (neighbors.get(name) ?? []).flatMap((one) =>
        listOf(fieldsOf(one.neighbors).neighbor).flatMap(neighborOf),
      ),
    };
    return [port, ...subinterfacesOf(row).flatMap((one) => (one.isInterface ? [] : portOfSubinterface(one, indexes)))];
  });
}

function byName(rows: readonly Fields[], nameOf: (row: Fields) => string): Map<string, Fields[]> {
  const groups = new Map<string, Fields[]>();
  for (const row of rows) {
    const group = groups.get(nameOf(row));
    if (group) group.push(row);
    else groups.set(nameOf(row), [row]);
  }
  return groups;
}

function portOfEntry(entry: Fields): string {
  const reference = fieldsOf(fieldsOf(entry.interface)['interface-ref']);
  return textOf(stateOf(reference).interface);
}

function statusesOf(state: Fields): Pick<InterfaceFacts, 'adminStatus' | 'operStatus'> {
  const admin = textOf(state['admin-status']) || (typeof state.enabled === 'boolean' ? enabled(state.enabled) : '');
  const oper = textOf(state['oper-status']);
  return {
    ...(admin !== '' && { adminStatus: admin === 'UP' ? ('Up' as const) : ('Down' as const) }),
    ...(oper !== '' && { operStatus: oper === 'UP' ? ('Up' as const) : ('Down' as const) }),
  };
}
const enabled = (isEnabled: boolean): string => (isEnabled ? 'UP' : 'DOWN');

function portOf(row: Fields, indexes: ReadonlyMap<string, number>): InterfaceFacts {
  const name = textOf(row.name);
  const [state, ethernet] = [stateOf(row), stateOf(fieldsOf(row.ethernet))];
  const [type, mtu] = [interfaceTypes.get(identity(state.type)), integerOf(state.mtu)];
  const [mac, speedBps] = [macOf(ethernet['mac-address']) ?? macOf(ethernet['hw-mac-address']), speedOf(ethernet)];
  const aggregate = indexes.get(textOf(ethernet['aggregate-id']));
  const duplex = textOf(ethernet['negotiated-duplex-mode']) || textOf(ethernet['duplex-mode']);
  const statuses = statusesOf(state);
  return somePort({
    ...{ ifIndex: indexes.get(name) ?? 0, name, descr: name },
    ...firstText('alias', state.description),
    ...(type !== undefined && { type }),
    ...(mac !== undefined && { mac }),
    ...(mtu !== undefined && mtu > 0 && mtu <= highestInt32 && { mtu }),
    ...(speedBps !== undefined && { speedBps }),
    ...statuses,
    ...(aggregate !== undefined && aggregate > 0 && { aggregateIfIndex: aggregate }),
    ...(/^(FULL|HALF)$/.test(duplex) &&
      statuses.operStatus === 'Up' && { duplex: duplex === 'FULL' ? ('Full' as const) : ('Half' as const) }),
    ...vlansOf(row),
  });
}

function portOfSubinterface(
  { name, fields }: { readonly name: string; readonly fields: Fields },
  indexes: ReadonlyMap<string, number>,
): InterfaceFacts[] {
  const ifIndex = indexes.get(name);
  if (ifIndex === undefined) return [];
  const state = stateOf(fields);
  return [
    somePort({
      ...{ ifIndex, name, descr: name, type: interfaceTypes.get('l2vlan')! },
      ...firstText('alias', state.description),
      ...statusesOf(state),
    }),
  ];
}

/** Speed in bits per second, from an identity such as `SPEED_10GB`; undefined if unknown. */
function speedOf(ethernet: Fields): number | undefined {
  for (const value of [ethernet['negotiated-port-speed'], ethernet['port-speed']]) {
    const [, digits, unit] = /^SPEED_(\d{1,5})(MB|GB)$/.exec(identity(value)) ?? [];
    if (digits !== undefined) return Number(digits) * (unit === 'GB' ? 1e9 : 1e6);
  }
  return undefined;
}

/** The VLANs of a switched port (openconfig-vlan). They are configured at the port or at its aggregate. */
function vlansOf(row: Fields): Pick<InterfaceFacts, 'nativeVlan'> & { taggedVlans: number[] } {
  const [ofPort, ofAggregate] = [row.ethernet, row.aggregation].map((at) => fieldsOf(fieldsOf(at)['switched-vlan']));
  const state = { ...stateOf(ofAggregate!), ...stateOf(ofPort!) };
  const isTrunk = textOf(state['interface-mode']) === 'TRUNK';
  const native = integerOf(isTrunk ? state['native-vlan'] : state['access-vlan']);
  const trunks = isTrunk && Array.isArray(state['trunk-vlans']) ? state['trunk-vlans'] : [];
  const numbers = trunks.slice(0, 4_094).flatMap(rangeOf);
  return {
    ...(isVlanNumber(native) && { nativeVlan: native }),
    taggedVlans: [...new Set(numbers)].filter((number) => number !== native).sort((a, b) => a - b),
  };
}

/** The VLAN numbers in `20`, `"20"` or `"20..30"`; empty for invalid values. */
function rangeOf(value: unknown): number[] {
  const [first, last = first] = textOf(value).split('..');
  const from = integerOf(typeof value === 'number' ? value : first);
  const to = integerOf(typeof value === 'number' ? value : last);
  if (!isVlanNumber(from) || !isVlanNumber(to) || from > to) return [];
  return Array.from({ length: to - from + 1 }, (_none, at) => from + at);
}

function neighborOf(row: Fields): NeighborFacts[] {
  const state: Fields = stateOf(row);
  const chassisId = parseChassisId(textOf(state['chassis-id-type']) || undefined, lldpBytes(state['chassis-id']));
  const portId = parsePortId(textOf(state['port-id-type']) || undefined, lldpBytes(state['port-id']));
  if (!chassisId) return [];
  const management = ipFromText(textOf(state['management-address']));
  const systemName = lineOf(state['system-name']);
  return [
    {
      ...{ protocol: 'LLDP', localPort: 'resolved', chassisId },
      ...(portId && { portId }),
      ...(systemName !== undefined && { systemName }),
      ...firstText('systemDescription', state['system-description']),
      ...firstText('portDescription', state['port-description']),
      managementAddresses: management === undefined ? [] : [management],
    },
  ];
}
