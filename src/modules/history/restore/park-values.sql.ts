// Gives rows temporary unique values, so that rows of one restore can exchange their unique values.
import { tableOf } from '../../../data/model/model-fields';
import { executeSql, tenantSafeSql } from '../../../data/tenancy/tenant-sql';
import { vlanNumbers } from '../../../platform/text/vlan-numbers';
import { readableSql, readerUse, readerValues, type Place } from './past-rows.sql';
import type { Parked } from './unique-values';
import type { ParkableColumn } from './restored-models';

/** SQL for the highest number from 1 to `most` that is not in the column of any row `t` that meets the condition. */
const freeNumber = (table: string, column: string, most: number, condition: string): string =>
  `SELECT n AS value FROM generate_series(${most}, 1, -1) n
    WHERE NOT EXISTS (SELECT FROM ${table} t WHERE t.${column} = n AND ${condition}) LIMIT 1`;

/**
 * For each column of a unique key, SQL for a value that no other row has. `r` is the row that gets the value. If no
 * value is free, the row does not change.
 */
const freeValues: Readonly<Record<ParkableColumn, string>> = {
  'Vlan vlan_number': freeNumber('vlans', 'vlan_number', vlanNumbers.max, 't.network_id = r.network_id'),
  'Port number': freeNumber('ports', 'number', 65_535, 't.host_id = r.host_id AND t.protocol = r.protocol'),
  'IpAddress ip_address': `SELECT address AS value
    FROM generate_series(0, 10000) n CROSS JOIN LATERAL (SELECT host(network(r.subnet_cidr))::inet + n) one (address)
    WHERE address <<= r.subnet_cidr AND NOT EXISTS (SELECT FROM ip_addresses t
      WHERE t.host_id = r.host_id AND t.subnet_id = r.subnet_id AND t.ip_address = address) LIMIT 1`,
  'Interface if_name': `SELECT NULL::text AS value`,
  'Tag name': `SELECT r.id::text AS value`,
  'Plan name': `SELECT r.id::text AS value`,
  'SavedView name': `SELECT r.id::text AS value`,
};

/**
 * Gives a row an unused value temporarily. The same transaction later sets the value that the restore gives the row, so
 * no reader sees the temporary value.
 */
export async function parkValue({ tx, viewer }: Place, { model, id, column }: Parked): Promise<void> {
  const free = freeValues[`${model} ${column}` as ParkableColumn];
  const text = `UPDATE ${tableOf(model)} stored SET ${column} = free.value
    FROM ${tableOf(model)} r CROSS JOIN LATERAL (${free}) free
    WHERE r.id = $4::uuid AND stored.id = r.id AND ${readableSql(model, 'stored')} AND ${readerUse}`;
  await executeSql(tx, tenantSafeSql(viewer, { text, values: [...readerValues(viewer), id] }));
}
