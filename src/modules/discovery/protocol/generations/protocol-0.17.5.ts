// Conversions for the daemon protocol up to 0.17.14: a port has at most one neighbor, in fields of the port, and SNMP
// ports have no null values.
import { changeEach, without, type Json, type Step } from './protocol-versions';

const neighbourMembers = [
  ...['lldp_chassis_id', 'lldp_port_id', 'lldp_sys_name', 'lldp_port_desc', 'lldp_mgmt_addr', 'lldp_sys_desc'],
  ...['cdp_device_id', 'cdp_port_id', 'cdp_platform', 'cdp_address'],
];

/** Moves the fields of a port's neighbor to the list `neighbor_candidates`, unless the port already has this list. */
function readNeighbour(port: Json): Json {
  const neighborFields = neighbourMembers.filter((member) => port[member] != null);
  const rest = without(port, ...neighbourMembers);
  if ('neighbor_candidates' in port || neighborFields.length === 0) return rest;
  return { ...rest, neighbor_candidates: [Object.fromEntries(neighborFields.map((member) => [member, port[member]]))] };
}

/** Values that replace null in responses, by field. ifType 1 is "other" (IANAifType-MIB). */
const portDefaults = { if_index: 0, if_descr: '', if_type: 1, admin_status: 'Up', oper_status: 'Unknown' };

function writePort(port: Json): Json {
  const missing = Object.entries(portDefaults).filter(([member]) => port[member] == null);
  return { ...port, ...Object.fromEntries(missing) };
}

export const protocol0175: Step = {
  read: { 'hosts/discovery': (body) => changeEach(body, 'interfaces', readNeighbour) },
  write: { 'hosts/discovery': (host) => changeEach(host, 'interfaces', writePort) },
};
