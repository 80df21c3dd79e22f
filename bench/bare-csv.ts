// Exports all hosts as CSV by hand-written code. The code reads the next page while it writes the current page, and
// waits for a slow client.
import { once } from 'node:events';
import type { Response } from 'express';
import { query, type Row } from './bare-database';
import * as sql from './bare-queries';
import { toHost } from './bare-rows';

const columns = [
  'id created_at updated_at valid_from valid_to lineage_id last_seen_at last_discovery_id',
  'first_discovery_id name display_name network_id hostname description hidden tags source.type',
  'source.details.confidence source.details.reason sys_descr sys_object_id sys_location sys_contact',
  'management_url chassis_id sys_name sys_name_source manufacturer manufacturer_source model',
  'model_source serial_number serial_number_source firmware_revision firmware_revision_source',
  'software_revision software_revision_source os os_source virtualization_metadata.type',
  'virtualization_metadata.details.vm_name virtualization_metadata.details.vm_id',
  'virtualization_service_id credential_assignments role role_source stp_root_bridge_id stp_root_cost',
]
  .join(' ')
  .split(' ')
  .map((column) => column.split('.'));
const rowsPerPage = 500;

const formula = /^'*[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/;
const plainNumber = /^[+-]\d+(\.\d+)?$/;

function cellOf(row: Row, column: readonly string[]): string {
  let value: unknown = row;
  for (const key of column) value = (value as Row | null | undefined)?.[key];
  if (value === null || value === undefined) return '';
  if (value instanceof Date) return value.toISOString();
  let text = String(value as string);
  if (Array.isArray(value)) text = typeof value[0] === 'object' ? JSON.stringify(value) : value.join(',');
  if (formula.test(text) && !plainNumber.test(text)) text = `'${text}`;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

const lineOf = (row: Row): string => `${columns.map((column) => cellOf(row, column)).join(',')}\r\n`;

/** Writes the CSV header and a line for each host of the networks. */
export async function writeCsv(res: Response, networkIds: readonly string[]): Promise<void> {
  const first = ['-infinity', '00000000-0000-0000-0000-000000000000'];
  const read = (after: unknown[]) => query(sql.nextHosts, [networkIds, ...after, rowsPerPage]);
  res.write(`${columns.map((column) => column.join('.')).join(',')}\r\n`);
  for (let page = await read(first); page.length > 0;) {
    const last = page.at(-1)!;
    const following = page.length < rowsPerPage ? [] : read([last.created_at, last.id]);
    if (!res.write(page.map((row) => lineOf(toHost(row))).join(''))) await once(res, 'drain');
    page = await following;
  }
  res.end();
}
