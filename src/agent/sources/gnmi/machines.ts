// Converts a device's OpenConfig data to machines: the device itself, and the machines in its ARP tables. Pure
// functions.
import { isVlanNumber } from '../../../platform/text/vlan-numbers';
import { ipFromText } from '../../evidence/addresses';
import { fieldsOf, integerOf, listOf, textOf, type Fields } from '../../evidence/json';
import { parseChassisId } from '../../evidence/lldp-ids';
import type { ApiPlace } from '../http/api-client';
import { machinesInArp, someFacts, withDistinctNames, type FoundMachine } from '../reading';
import type { DeviceTable, EntityFacts } from '../snmp';
import { firstText, identity, lineOf, lldpBytes, macOf, stateOf } from './leaves';
import { indexesOf, portsOf, subinterfacesOf } from './ports';
import type { Device } from './requests';

export const sourceName = 'gnmi';

export function machinesOf(device: Device, place: ApiPlace): FoundMachine[] {
  const { interfaces, lldp, system, instances, whole } = device;
  const indexes = indexesOf(interfaces);
  const entries = instances.flatMap(({ fdb }) => listOf(fieldsOf(fieldsOf(fieldsOf(fdb)['mac-table']).entries).entry));
  const heard = listOf(fieldsOf(lldp.interfaces).interface);
  const addresses = interfaces.flatMap((row) => addressesOf(row, indexes));
  const placeAddress = ipFromText(place.address);
  // The address at which the device was read is used if the device's data contain no address.
  if (addresses.length === 0 && placeAddress !== undefined) addresses.push({ address: placeAddress, ifIndex: 0 });
  const lldpState = stateOf(lldp);
  const chassisId = parseChassisId(
    textOf(lldpState['chassis-id-type']) || undefined,
    lldpBytes(lldpState['chassis-id']),
  )?.value;
  const name = lineOf(system.hostname) ?? lineOf(lldpState['system-name']);
  // Reading a table that the device does not support succeeds with no rows, so only non-empty tables count as complete.
  const complete: DeviceTable[] = [
    ...(whole.has('lldp') && heard.length > 0 ? (['lldp'] as const) : []),
    ...(whole.has('fdb') && entries.length > 0 ? (['fdb'] as const) : []),
  ];
  const deviceMachine: FoundMachine = {
    ...{ source: sourceName, key: `${sourceName} ${place.address}:${place.port}`, entity: entityOf(device) },
    ...(name !== undefined && { name }),
    ...(chassisId !== undefined && { chassisId }),
    facts: someFacts(
      {
        interfaces: withDistinctNames(portsOf({ interfaces, indexes, entries, heard })),
        addresses,
        arp: interfaces.flatMap((row) => arpOf(row, indexes)),
        vlans: vlansOf(instances),
      },
      complete,
    ),
  };
  return [deviceMachine, ...machinesInArp(deviceMachine)];
}

/** The parts of an OpenConfig interface in which IP addresses can be configured, each with the ifIndex of its port. */
function addressed(row: Fields, indexes: ReadonlyMap<string, number>): { at: Fields; ifIndex: number }[] {
  const ifIndex = indexes.get(textOf(row.name)) ?? 0;
  const ofSubinterfaces = subinterfacesOf(row).map(({ name, fields }) => ({
    ...{ at: fields, ifIndex: indexes.get(name) ?? ifIndex },
  }));
  return [...ofSubinterfaces, { at: fieldsOf(row['routed-vlan']), ifIndex }];
}

function addressesOf(row: Fields, indexes: ReadonlyMap<string, number>) {
  return addressed(row, indexes).flatMap(({ at, ifIndex }) =>
    ([at.ipv4, at.ipv6] as const).flatMap((family) =>
      listOf(fieldsOf(fieldsOf(family).addresses).address).flatMap((entry) => {
        const { ip, 'prefix-length': length } = { ...entry, ...stateOf(entry) };
        const address = ipFromText(textOf(ip));
        const prefixLength = integerOf(length);
        if (address === undefined) return [];
        const most = address.includes(':') ? 128 : 32;
        const isValid = prefixLength !== undefined && prefixLength >= 0 && prefixLength <= most;
        return [{ address, ifIndex, ...(isValid && { prefixLength }) }];
      }),
    ),
  );
}

function arpOf(row: Fields, indexes: ReadonlyMap<string, number>) {
  return addressed(row, indexes).flatMap(({ at, ifIndex }) =>
    ([at.ipv4, at.ipv6] as const).flatMap((family) =>
      listOf(fieldsOf(fieldsOf(family).neighbors).neighbor).flatMap((entry) => {
        const { ip, 'link-layer-address': link } = { ...entry, ...stateOf(entry) };
        const [address, mac] = [ipFromText(textOf(ip)), macOf(link)];
        return address === undefined || mac === undefined ? [] : [{ address, mac, ifIndex }];
      }),
    ),
  );
}

function vlansOf(instances: readonly Fields[]): { number: number; name?: string }[] {
  const byNumber = new Map<number, { number: number; name?: string }>();
  for (const row of instances.flatMap(({ vlans }) => listOf(fieldsOf(vlans).vlan))) {
    const state = { ...row, ...stateOf(row) };
    const [number, name] = [integerOf(state['vlan-id']), lineOf(state.name)];
    if (isVlanNumber(number) && !byNumber.get(number)?.name)
      byNumber.set(number, { number, ...(name !== undefined && { name }) });
  }
  return [...byNumber.values()];
}

/**
 * Manufacturer, model, serial number and versions from openconfig-platform. Vendors write the model into different
 * leaves.
 */
function entityOf({ components, system }: Device): EntityFacts {
  const states = components.map((row) => ({ ...row, ...stateOf(row) }) as Fields);
  const ofType = (type: string): Fields => states.find((state) => identity(state.type) === type) ?? {};
  const [chassis, software] = [ofType('CHASSIS'), ofType('OPERATING_SYSTEM')];
  return {
    ...firstText('manufacturer', chassis['mfg-name']),
    ...firstText('model', chassis['model-name'], chassis['part-no'], chassis.description),
    ...firstText('serialNumber', chassis['serial-no']),
    ...firstText('firmwareRevision', chassis['firmware-version']),
    ...firstText(
      'softwareRevision',
      system['software-version'],
      software['software-version'],
      chassis['software-version'],
    ),
  };
}
