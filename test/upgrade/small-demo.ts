// Makes a database with the demo small enough to store a dump of it in the repository, and adds past states of some
// rows.
import type { Client } from 'pg';

const hostsLeft = 6;
const portsLeft = 4;

/**
 * Statements that delete rows of the demo while triggers are disabled. So the history does not contain these rows, as
 * if they had never existed.
 */
const thinning = [
  `DELETE FROM hosts WHERE id NOT IN (SELECT host_id FROM daemons) AND id NOT IN (
     SELECT id FROM hosts WHERE virtualization_service_id IS NULL
     ORDER BY EXISTS (SELECT FROM hosts_revisions past WHERE past.id = hosts.id) DESC,
       (SELECT count(*) FROM services WHERE host_id = hosts.id) DESC, id
     LIMIT ${hostsLeft})`,
  `DELETE FROM interfaces WHERE id IN (
     SELECT id FROM (
       SELECT id, row_number() OVER (PARTITION BY host_id ORDER BY ip_address_id IS NULL, if_index, id) AS nth FROM interfaces
     ) numbered WHERE nth > ${portsLeft})`,
  `DELETE FROM hosts_revisions WHERE id NOT IN (SELECT id FROM hosts)`,
  `DELETE FROM interfaces_revisions WHERE id NOT IN (SELECT id FROM interfaces)`,
];

/**
 * Statements that give the demo a history: they change rows, and delete rows with all that depend on them. Each is
 * one transaction.
 */
const changes = [
  `UPDATE services SET name = name || ' (moved)' WHERE id IN (SELECT id FROM services ORDER BY id LIMIT 8)`,
  `UPDATE services SET service_definition = (SELECT max(service_definition) FROM services)
   WHERE id = (SELECT min(id::text)::uuid FROM services)`,
  `DELETE FROM services WHERE id IN (SELECT id FROM services ORDER BY id DESC LIMIT 2)`,
  `UPDATE hosts SET description = 'Seen again' WHERE id = (SELECT min(id::text)::uuid FROM hosts)`,
  `UPDATE vlans SET name = name || ' (old)' WHERE id = (SELECT min(id::text)::uuid FROM vlans)`,
  `UPDATE tags SET name = name || ' (old)' WHERE id = (SELECT min(id::text)::uuid FROM tags)`,
  `DELETE FROM tag_assignments WHERE id IN (SELECT id FROM tag_assignments ORDER BY id LIMIT 3)`,
  `DELETE FROM bindings WHERE id IN (SELECT id FROM bindings ORDER BY id LIMIT 3)`,
  `UPDATE interfaces SET native_vlan_id = NULL
   WHERE id = (SELECT min(id::text)::uuid FROM interfaces WHERE native_vlan_id IS NOT NULL AND ip_address_id IS NOT NULL)`,
];

export async function makeSmall(client: Client): Promise<void> {
  const { rows } = await client.query<{ table: string }>(
    `SELECT relname AS table FROM pg_class WHERE relnamespace = current_schema::regnamespace AND relkind = 'r'`,
  );
  // The triggers of neighbour records stay enabled, because they clear references to deleted rows.
  const silencedTables = rows.filter(({ table }) => table !== 'neighbor_evidence');
  const triggers = (state: 'ENABLE' | 'DISABLE') =>
    silencedTables.map(({ table }) => `ALTER TABLE "${table}" ${state} TRIGGER USER`).join(';');
  await client.query(['BEGIN', triggers('DISABLE'), ...thinning, triggers('ENABLE'), 'COMMIT'].join(';'));
  for (const change of changes) await client.query(change);
}
