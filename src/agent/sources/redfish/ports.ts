// Converts Redfish resources (EthernetInterface, Port, NetworkPort) to ports. Pure functions.
import { isVlanNumber } from '../../../platform/text/vlan-numbers';
import { ipFromText, maskToPrefixLength } from '../../evidence/addresses';
import { fieldsOf, integerOf, listOf, textOf, type Fields } from '../../evidence/json';
import { parseChassisId, parsePortId } from '../../evidence/lldp-ids';
import { macFromText } from '../../evidence/mac';
import { somePort } from '../reading';
import type { InterfaceFacts, NeighborFacts } from '../snmp';
import type { Adapter } from './requests';
import { highestInt32 } from '../../../platform/text/integers';

/** A port, the MAC addresses that identify it in other resources, and the resource with its IP addresses. */
export interface RedfishPort {
  readonly port: InterfaceFacts;
  readonly macs: readonly string[];
  readonly fields: Fields;
}

const longest = 200;

/** The trimmed text, cut to 200 characters; undefined if it is empty or no text. */
export function lineOf(value: unknown): string | undefined {
  const text = textOf(value).trim().slice(0, longest);
  return text === '' ? undefined : text;
}

function macOf(value: unknown): string | undefined {
  const mac = macFromText(textOf(value));
  return mac === '00:00:00:00:00:00' ? undefined : mac;
}

const isUp: Readonly<Record<string, 'Up' | 'Down'>> = {
  ...{ LinkUp: 'Up', Up: 'Up', LinkDown: 'Down', NoLink: 'Down', Down: 'Down' },
};
const statusesOf = ({ LinkStatus: link, InterfaceEnabled: enabled }: Fields) => {
  const operStatus = Object.hasOwn(isUp, textOf(link)) ? isUp[textOf(link)] : undefined;
  return {
    ...(operStatus && { operStatus }),
    ...(typeof enabled === 'boolean' && { adminStatus: enabled ? ('Up' as const) : ('Down' as const) }),
  };
};

const mostSpeedBps = 10 ** 13;
const speed = (bps: number): { speedBps?: number } => (bps > 0 && bps <= mostSpeedBps ? { speedBps: bps } : {});

/** Converts EthernetInterface resources of a system or manager to ports. */
export const interfacePorts = (rows: readonly Fields[]): RedfishPort[] =>
  rows.map((fields) => {
    const id = lineOf(fields.Id) ?? '';
    const name = /^\d+$/.test(id) || id === '' ? `NIC ${id || '?'}` : id;
    const [alias, mtu] = [lineOf(fields.Name), integerOf(fields.MTUSize)];
    const [current, permanent] = [macOf(fields.MACAddress), macOf(fields.PermanentMACAddress)];
    const mac = current ?? permanent;
    const statuses = statusesOf(fields);
    const { VLANEnable: hasVlan, VLANId: vlan } = fieldsOf(fields.VLAN);
    const number = hasVlan === true ? integerOf(vlan) : undefined;
    return {
      fields,
      macs: [current, permanent].flatMap((one) => one ?? []),
      port: somePort({
        ...{ ifIndex: 0, name, descr: name, type: 6 },
        ...(alias !== undefined && alias !== name && { alias }),
        ...(mac !== undefined && { mac }),
        ...(mtu !== undefined && mtu > 0 && mtu <= highestInt32 && { mtu }),
        ...speed((integerOf(fields.SpeedMbps) ?? 0) * 1e6),
        ...(typeof fields.FullDuplex === 'boolean' &&
          statuses.operStatus === 'Up' && { duplex: fields.FullDuplex ? ('Full' as const) : ('Half' as const) }),
        ...statuses,
        taggedVlans: isVlanNumber(number) ? [number] : [],
      }),
    };
  });

/** The ports of a network adapter, from resources of the schema Port or of the older schema NetworkPort. */
export const adapterPorts = ({ fields: adapter, ports }: Adapter): RedfishPort[] =>
  ports.map((fields) => {
    const ethernet = fieldsOf(fields.Ethernet);
    const addresses = [ethernet.AssociatedMACAddresses, fields.AssociatedNetworkAddresses].flatMap((list) =>
      Array.isArray(list) ? list.slice(0, 100).flatMap((one) => macOf(one) ?? []) : [],
    );
    const name = [lineOf(adapter.Id) ?? 'adapter', lineOf(fields.PortId) ?? lineOf(fields.Id) ?? '?'].join(' ');
    const gigabits = Number(typeof fields.CurrentSpeedGbps === 'number' ? fields.CurrentSpeedGbps : 0);
    const megabits = integerOf(fields.CurrentLinkSpeedMbps) ?? 0;
    return {
      fields: {},
      macs: addresses,
      port: somePort({
        ...{ ifIndex: 0, name, descr: name, type: 6 },
        ...(addresses[0] !== undefined && { mac: addresses[0] }),
        ...speed(gigabits > 0 ? Math.round(gigabits * 1e9) : megabits * 1e6),
        ...statusesOf(fields),
        neighbors: neighborOf(fieldsOf(ethernet.LLDPReceive)),
      }),
    };
  });

/** Maps the id subtypes of Redfish (schema Port, IEEE802IdSubtype) to the subtype names of IEEE 802.1AB. */
const subtypes: Readonly<Record<string, string>> = {
  ...{ ChassisComp: 'ChassisComponent', IfAlias: 'InterfaceAlias', PortComp: 'PortComponent', MacAddr: 'MacAddress' },
  ...{
    NetworkAddr: 'NetworkAddress',
    IfName: 'InterfaceName',
    AgentId: 'AgentCircuitId',
    LocalAssign: 'LocallyAssigned',
  },
};
const subtypeOf = (value: unknown): string | undefined =>
  Object.hasOwn(subtypes, textOf(value)) ? subtypes[textOf(value)] : undefined;
const bytesOf = (value: unknown): Uint8Array => Buffer.from(textOf(value).slice(0, 1_000));

function neighborOf(received: Fields): NeighborFacts[] {
  const chassisId = parseChassisId(subtypeOf(received.ChassisIdSubtype), bytesOf(received.ChassisId));
  const portId = parsePortId(subtypeOf(received.PortIdSubtype), bytesOf(received.PortId));
  if (!chassisId) return [];
  const [systemName, systemDescription] = [lineOf(received.SystemName), lineOf(received.SystemDescription)];
  return [
    {
      ...{ protocol: 'LLDP', localPort: 'resolved', chassisId },
      ...(portId && { portId }),
      ...(systemName !== undefined && { systemName }),
      ...(systemDescription !== undefined && { systemDescription }),
      managementAddresses: [received.ManagementAddressIPv4, received.ManagementAddressIPv6].flatMap(
        (text) => ipFromText(textOf(text)) ?? [],
      ),
    },
  ];
}

const mostAddresses = 100;

/** The IP addresses of an EthernetInterface resource. */
export function addressesOf(
  fields: Fields,
  ifIndex: number,
): { address: string; prefixLength?: number; ifIndex: number }[] {
  const rows = [...listOf(fields.IPv4Addresses), ...listOf(fields.IPv6Addresses)].slice(0, mostAddresses);
  return rows.flatMap(({ Address: text, SubnetMask: mask, PrefixLength: length }) => {
    const address = ipFromText(textOf(text));
    if (address === undefined || address === '0.0.0.0' || address === '::') return [];
    const prefixLength = address.includes(':') ? integerOf(length) : maskToPrefixLength(textOf(mask));
    const isValid =
      prefixLength !== undefined && prefixLength >= 0 && prefixLength <= (address.includes(':') ? 128 : 32);
    return [{ address, ifIndex, ...(isValid && { prefixLength }) }];
  });
}
