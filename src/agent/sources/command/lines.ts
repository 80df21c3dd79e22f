// The JSON format of the lines that an operator's program prints, and the conversion of lines to machines. Pure
// functions.
import { z } from 'zod';
import { isVlanNumber, vlanNumbers } from '../../../platform/text/vlan-numbers';
import { ipFromText } from '../../evidence/addresses';
import { parseChassisId, parsePortId } from '../../evidence/lldp-ids';
import { macFromText } from '../../evidence/mac';
import { isDeeperThan } from '../http/depth';
import { someFacts, somePort, withDistinctNames, type FoundMachine } from '../reading';
import type { InterfaceFacts, NeighborFacts } from '../snmp';
import { highestInt32 } from '../../../platform/text/integers';

const line = z.string().max(255);
const vlan = z.int().min(vlanNumbers.min).max(vlanNumbers.max);
const mac = line.describe('A MAC address in any usual notation.');
const address = line.describe('An IPv4 or IPv6 address.');

const neighbor = z.object({
  chassis_id: line.describe('LLDP chassis ID of the neighbor, such as its MAC address.'),
  port_id: line.optional().describe('LLDP port ID of the port of the neighbor.'),
  system_name: line.optional(),
  management_addresses: z.array(address).max(20).optional(),
});
const port = z.object({
  name: line.min(1).describe('Name of the port, unique in the machine and always the same.'),
  number: z.int().min(1).max(highestInt32).optional().describe('ifIndex of the port, if it has one.'),
  alias: line.optional(),
  mac: mac.optional(),
  type: z.int().min(1).max(highestInt32).optional().describe('ifType (IANAifType-MIB): 6 for Ethernet.'),
  speed_bps: z.int().min(0).optional(),
  mtu: z.int().min(0).max(highestInt32).optional(),
  duplex: z.enum(['Half', 'Full']).optional(),
  admin_status: z.enum(['Up', 'Down']).optional(),
  oper_status: z.enum(['Up', 'Down']).optional(),
  native_vlan: vlan.optional().describe('VLAN number of untagged frames.'),
  tagged_vlans: z.array(vlan).max(4_094).optional(),
  learned_macs: z.array(mac).max(10_000).optional().describe('MAC addresses in the forwarding table of the port.'),
  neighbors: z.array(neighbor).max(100).optional().describe('Neighbors that the port has heard by LLDP.'),
});

/** The JSON object in a line, which describes a machine. Unknown members are ignored. */
export const machineLine = z.object({
  name: line.optional(),
  os: line.optional(),
  manufacturer: line.optional(),
  model: line.optional(),
  serial_number: line.optional(),
  software_revision: line.optional(),
  chassis_id: line.optional().describe('LLDP chassis ID that the machine itself sends.'),
  mac: mac.optional().describe('MAC address of the machine, if it is not known at which port.'),
  addresses: z
    .array(
      z.object({
        address,
        prefix_length: z.int().min(0).max(128).optional(),
        port: line.optional().describe('Name of the port with the address.'),
      }),
    )
    .max(1_000)
    .optional(),
  ports: z.array(port).max(10_000).optional(),
  vlans: z
    .array(z.object({ number: vlan, name: line.optional() }))
    .max(4_094)
    .optional(),
  complete: z
    .array(z.enum(['lldp', 'fdb']))
    .max(2)
    .optional()
    .describe('Tables of which the line has all rows: neighbors (lldp), learned MAC addresses (fdb).'),
});
type MachineLine = z.output<typeof machineLine>;

const deepest = 16;

/** The machine that a line describes, or the problem because of which the line is ignored. */
export function parseLine(text: string, source: string, key: string): FoundMachine | { readonly problem: string } {
  if (isDeeperThan(text, deepest)) return { problem: `it is nested deeper than ${deepest} levels` };
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return { problem: 'it is not JSON' };
  }
  const { data, error } = machineLine.safeParse(json);
  if (data) return machineOf(data, source, key);
  const [issue] = error.issues;
  return { problem: `${issue!.path.join('.') || 'it'}: ${issue!.message}` };
}

function machineOf(machine: MachineLine, source: string, key: string): FoundMachine {
  const ports = withDistinctNames((machine.ports ?? []).map(portOf));
  const indexes = new Map(ports.map(({ name, ifIndex }) => [name, ifIndex] as const));
  const machineMac = machine.mac === undefined ? undefined : macFromText(machine.mac);
  const { name, os, chassis_id: chassisId, complete = [] } = machine;
  const addresses = (machine.addresses ?? []).flatMap(({ address: text, prefix_length: prefixLength, port: at }) => {
    const ipAddress = ipFromText(text);
    const ifIndex = (at === undefined ? undefined : indexes.get(at)) ?? 0;
    return ipAddress === undefined
      ? []
      : [{ address: ipAddress, ifIndex, ...(prefixLength !== undefined && { prefixLength }) }];
  });
  return {
    ...{ source, key, name, os, mac: machineMac },
    ...(chassisId !== undefined && { chassisId }),
    entity: {
      manufacturer: machine.manufacturer,
      model: machine.model,
      serialNumber: machine.serial_number,
      softwareRevision: machine.software_revision,
    },
    facts: someFacts(
      { interfaces: ports, addresses, vlans: (machine.vlans ?? []).map((one) => ({ ...one })) },
      complete,
    ),
  };
}

function portOf(row: NonNullable<MachineLine['ports']>[number], at: number): InterfaceFacts {
  const { name, number, alias, type, speed_bps: speedBps, mtu, duplex } = row;
  return somePort({
    ...{ ifIndex: number ?? -(at + 1), name, descr: name, alias, type, speedBps, mtu, duplex },
    mac: row.mac === undefined ? undefined : macFromText(row.mac),
    ...{ adminStatus: row.admin_status, operStatus: row.oper_status, nativeVlan: row.native_vlan },
    taggedVlans: [...new Set(row.tagged_vlans ?? [])].filter(isVlanNumber),
    fdbMacs: [...new Set((row.learned_macs ?? []).flatMap((text) => macFromText(text) ?? []))],
    neighbors: (row.neighbors ?? []).flatMap(neighborOf),
  });
}

function neighborOf(row: z.output<typeof neighbor>): NeighborFacts[] {
  const chassisId = parseChassisId(undefined, Buffer.from(row.chassis_id));
  const portId = row.port_id === undefined ? undefined : parsePortId(undefined, Buffer.from(row.port_id));
  if (!chassisId) return [];
  return [
    {
      ...{ protocol: 'LLDP', localPort: 'resolved', chassisId, portId, systemName: row.system_name },
      managementAddresses: (row.management_addresses ?? []).flatMap((text) => ipFromText(text) ?? []),
    },
  ];
}
