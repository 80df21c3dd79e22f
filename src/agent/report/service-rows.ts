// Builds the rows of services in a host report: from the port scan, data sources, hypervisors and SNMP. Pure functions.
import { randomUUID } from 'node:crypto';
import { cutText } from '../protocol/bounds';
import type { PendingHost } from '../protocol/outbox';
import type { FoundService as ScannedService } from '../services/identify';
import type { FoundService } from '../sources';
import { buildMatch, type PortRow } from './containers';
import type { Machine } from './machines';

type Service = NonNullable<PendingHost['services']>[number];
interface AddressRow {
  readonly id: string;
  readonly ip_address: string;
}

/**
 * The row of a service, bound to the addresses at which its port is open. If the port is open at all addresses, the
 * binding names no address.
 */
export function buildServiceRow(
  { definition, name, port }: ScannedService,
  { addresses }: Machine,
  ports: ReadonlyMap<number, PortRow>,
  rows: readonly AddressRow[],
): Service {
  const portId = ports.get(port)!.id;
  const open = rows.filter((_row, at) => addresses[at]!.ports.includes(port));
  const isEverywhere = open.length === rows.length;
  const bindings = (isEverywhere ? [undefined] : open).map((row) => ({
    type: 'Port' as const,
    port_id: portId,
    ...(row && { ip_address_id: row.id }),
  }));
  return {
    id: randomUUID(),
    name: cutText(name, 100) ?? cutText(definition, 100)!,
    service_definition: definition,
    bindings,
  };
}

/**
 * The row of a service that a data source lists. Empty if none of the service's ports and addresses is in the report:
 * the server recognizes a stored service by these, so each run would add the service again.
 */
export function buildFoundServiceRow(
  { definition, name, ports: numbers, address, reason }: FoundService,
  ports: ReadonlyMap<number, PortRow>,
  rows: readonly AddressRow[],
): Service[] {
  const at = rows.find(({ ip_address }) => ip_address === address);
  if (address !== undefined && !at) return [];
  const bindings = numbers
    .flatMap((number) => ports.get(number) ?? [])
    .map(({ id }) => ({ type: 'Port' as const, port_id: id, ...(at && { ip_address_id: at.id }) }));
  if (bindings.length === 0 && numbers.length > 0) return [];
  const title = cutText(name, 100) ?? cutText(definition, 100)!;
  return [{ id: randomUUID(), name: title, service_definition: definition, ...buildMatch(reason), bindings }];
}

/**
 * The rows of the machine's hypervisors, as data sources name them. A hypervisor that the port scan has identified by a
 * response is left out, because it has a row already.
 */
export const buildHypervisorRows = (
  { found = [], services }: Machine,
  ports: ReadonlyMap<number, PortRow>,
): Service[] =>
  found
    .flatMap(({ hypervisor }) => hypervisor ?? [])
    .filter(({ definition }) => !services.some((one) => one.confidence === 'proven' && one.definition === definition))
    .map(({ definition, port }) => {
      const row = port === undefined ? undefined : ports.get(port);
      const bindings = row ? [{ type: 'Port' as const, port_id: row.id }] : [];
      return { id: randomUUID(), name: cutText(definition, 100)!, service_definition: definition, bindings };
    });

interface UdpRows {
  readonly port: PortRow;
  readonly service: Service;
}

/** An SNMP response proves that the device has an SNMP service and that its UDP port is open. */
export const buildSnmpRows = (at: number): UdpRows => buildRowsAt(at, 'SNMP', 'SNMP');

/** The services that responded at UDP ports, each with the row of its port. */
export const buildUdpRows = (services: readonly ScannedService[]): UdpRows[] =>
  services
    .filter(({ protocol }) => protocol === 'Udp')
    .map(({ port, definition, name }) =>
      buildRowsAt(port, cutText(definition, 100)!, cutText(name, 100) ?? cutText(definition, 100)!),
    );

function buildRowsAt(number: number, definition: string, name: string): UdpRows {
  const port: PortRow = { id: randomUUID(), number, protocol: 'Udp' };
  const bindings = [{ type: 'Port' as const, port_id: port.id }];
  return { port, service: { id: randomUUID(), name, service_definition: definition, bindings } };
}
