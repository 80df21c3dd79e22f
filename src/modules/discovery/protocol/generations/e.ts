// Up to 0.17.14: a port has one neighbour at most, in its own members; no value of an SNMP port is null.
import { eachIn, without, type Json, type Step } from './generation';

const neighbourMembers = [
  ...['lldp_chassis_id', 'lldp_port_id', 'lldp_sys_name', 'lldp_port_desc', 'lldp_mgmt_addr', 'lldp_sys_desc'],
  ...['cdp_device_id', 'cdp_port_id', 'cdp_platform', 'cdp_address'],
];

/** Left alone where there are candidates. */
function readNeighbour(port: Json): Json {
  const heard = neighbourMembers.filter((member) => port[member] != null);
  const rest = without(port, ...neighbourMembers);
  if ('neighbor_candidates' in port || heard.length === 0) return rest;
  return { ...rest, neighbor_candidates: [Object.fromEntries(heard.map((member) => [member, port[member]]))] };
}

/** Of a port that nothing is known of: an interface of type "other" (IANAifType). */
const unread = { if_index: 0, if_descr: '', if_type: 1, admin_status: 'Up', oper_status: 'Unknown' };

function writePort(port: Json): Json {
  const missing = Object.entries(unread).filter(([member]) => port[member] == null);
  return { ...port, ...Object.fromEntries(missing) };
}

export const stepE: Step = {
  read: { 'hosts/discovery': (body) => eachIn(body, 'interfaces', readNeighbour) },
  write: { 'hosts/discovery': (host) => eachIn(host, 'interfaces', writePort) },
};
