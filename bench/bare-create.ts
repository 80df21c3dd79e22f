// Creates a host with all of its parts by hand-written SQL in one transaction. Refuses IP addresses that the network
// already has.
import { inTransaction, query } from './bare-database';
import * as sql from './bare-queries';

export interface NewHost {
  readonly name: string;
  readonly network_id: string;
  readonly hidden: boolean;
  readonly ip_addresses: readonly { subnet_id: string; ip_address: string }[];
  readonly ports: readonly { number: number }[];
  readonly interfaces: readonly object[];
  readonly services: readonly { name: string; bindings: readonly object[] }[];
}
type Written =
  { readonly id: string; readonly refused?: undefined } | { readonly refused: [status: number, code: string] };

const inOrder = (rows: readonly object[]) => rows.map((row, position) => ({ ...row, position }));

/** Creates the host. `actor` says who makes the change, as JSON for the history. */
export async function writeHost(host: NewHost, actor: string): Promise<Written> {
  const { network_id: network, name, hidden, ip_addresses, ports, interfaces, services } = host;
  if (ports.some(({ number }) => !Number.isInteger(number) || number < 1 || number > 65_535))
    return { refused: [400, 'validation_out_of_range'] };
  if (services.some((service) => service.name.length < 1 || service.name.length > 100))
    return { refused: [400, 'validation_max_length'] };
  const subnetIds = ip_addresses.map(({ subnet_id }) => subnet_id);
  const subnets = await query(sql.findSubnets, [network, [...new Set(subnetIds)]]);
  if (subnets.length < new Set(subnetIds).size) return { refused: [404, 'entity_not_found'] };
  return inTransaction(async (connection): Promise<Written> => {
    await query(sql.lockNetwork, [network, actor], connection);
    const addresses = ip_addresses.map(({ ip_address }) => ip_address);
    const knownRows = await query(sql.findKnown, [network, subnetIds, addresses], connection);
    if (knownRows.length > 0) return { refused: [409, 'entity_already_exists'] };
    const [createdRow] = await query<{ id: string }>(sql.insertHost, [network, name, hidden], connection);
    for (const [statement, rows] of [
      [sql.insertAddresses, ip_addresses],
      [sql.insertPorts, ports],
      [sql.insertInterfaces, interfaces],
      [sql.insertServices, services],
      [sql.insertBindings, services],
    ] as const)
      await query(statement, [network, createdRow!.id, JSON.stringify(inOrder(rows))], connection);
    return { id: createdRow!.id };
  });
}
