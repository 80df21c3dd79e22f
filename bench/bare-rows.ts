// Converts database rows to the fields of REST responses by hand-written code.
import { portTypeName } from '../src/modules/inventory/port/port-names';
import { query, type Row } from './bare-database';
import * as sql from './bare-queries';

export function toSource({ source_type, source_confidence, source_reason }: Row) {
  const isMatch = source_type === 'DiscoveryWithMatch';
  return { type: source_type, ...(isMatch && { details: { confidence: source_confidence, reason: source_reason } }) };
}

/** The row without the columns in `names`. */
export function without(row: Row, ...names: string[]): Row {
  const rest = { ...row };
  for (const name of names) delete rest[name];
  return rest;
}
export const sourceColumns = ['source_type', 'source_confidence', 'source_reason'];

export function toHost(row: Row): Row {
  const { virtualization_type, vm_name, vm_id, latest_address } = row;
  return {
    ...without(row, ...sourceColumns, 'virtualization_type', 'vm_name', 'vm_id', 'latest_address'),
    display_name: row.name || row.hostname || row.sys_name || row.chassis_id || latest_address || '',
    source: toSource(row),
    virtualization_metadata: virtualization_type ? { type: virtualization_type, details: { vm_name, vm_id } } : null,
  };
}

function serviceOf(row: Row, bindings: Row[]): Row {
  const { virtualization_type: type, container_name, container_id, compose_project } = row;
  const details = { container_name, container_id, compose_project };
  return {
    ...without(row, ...sourceColumns, 'virtualization_type', 'container_name', 'container_id', 'compose_project'),
    source: toSource(row),
    virtualization_metadata: type ? { type, details } : null,
    bindings: bindings.map((binding) => ({ ...binding, type: binding.port_id ? 'Port' : 'IPAddress' })),
  };
}

function interfaceOf(row: Row, neighbors: Row[]): Row {
  return {
    ...row,
    speed_bps: row.speed_bps === null ? null : Number(row.speed_bps),
    display_name: row.if_alias || row.if_descr || row.mac_address || 'Interface',
    neighbors: neighbors.map((neighbor) => without(neighbor, 'interface_id')),
  };
}

/** Returns a function that takes an id and returns the rows with this id in `column`. */
function groupRows(rows: Row[], column: string): (id: unknown) => Row[] {
  const groups = new Map<unknown, Row[]>();
  for (const row of rows) {
    const group = groups.get(row[column]);
    if (group) group.push(row);
    else groups.set(row[column], [row]);
  }
  return (id) => groups.get(id) ?? [];
}

export async function withChildren(hosts: Row[]): Promise<Row[]> {
  const ids = hosts.map(({ id }) => id);
  const read = (text: string) => query(text, [ids]);
  const [addresses, ports, services, bindings, interfaces, neighbors] = await Promise.all([
    read(sql.listAddresses),
    read(sql.listPorts),
    read(sql.listServices),
    read(sql.listBindings),
    read(sql.listInterfaces),
    read(sql.listNeighbors),
  ]);
  const addressesOf = groupRows(addresses, 'host_id');
  const portsOf = groupRows(ports, 'host_id');
  const servicesOf = groupRows(services, 'host_id');
  const bindingsOf = groupRows(bindings, 'service_id');
  const interfacesOf = groupRows(interfaces, 'host_id');
  const neighborsOf = groupRows(neighbors, 'interface_id');
  return hosts.map((host) => ({
    ...host,
    ip_addresses: addressesOf(host.id),
    ports: portsOf(host.id).map((port) => ({
      ...port,
      type: portTypeName(Number(port.number), port.protocol as 'Tcp'),
    })),
    services: servicesOf(host.id).map((service) => serviceOf(service, bindingsOf(service.id))),
    interfaces: interfacesOf(host.id).map((one) => interfaceOf(one, neighborsOf(one.id))),
  }));
}
