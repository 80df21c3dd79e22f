// Tests that every unique key of the database belongs to one tenant. The key contains the network, the organization or
// a row of a tenant, or this file lists the key with the reason for the exception.
import { Client } from 'pg';
import { isOwnKey, modelOfConstraint } from '../../src/data/tenancy/constraints';
import { uniqueColumns } from '../../src/generated/entity-facts';
import { columnsOf, modelNames, tableOf } from '../../src/data/model/model-fields';

interface Key {
  readonly table: string;
  readonly name: string;
  readonly columns: string[];
  /**
   * Tables to whose rows a column of the key refers. A key with such a column is unique only among the rows of one
   * tenant.
   */
  readonly parents: string[];
}
let keys: Key[];
beforeAll(async () => {
  const client = new Client({ connectionString: process.env.TEST_DATABASE_URL });
  await client.connect();
  const { rows } = await client.query<Key>(`
    SELECT t.relname AS table, i.relname AS name,
      ARRAY(SELECT coalesce(a.attname, 'expression') FROM unnest(x.indkey[0:x.indnkeyatts - 1]) WITH ORDINALITY AS k (number, nth)
        LEFT JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum = k.number AND k.number > 0 ORDER BY nth)::text[] AS columns,
      ARRAY(SELECT DISTINCT parent.relname FROM pg_constraint f JOIN pg_class parent ON parent.oid = f.confrelid
        WHERE f.conrelid = t.oid AND f.contype = 'f' AND EXISTS (
          SELECT FROM unnest(f.conkey) AS own (number) JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum = own.number
          WHERE own.number = ANY(x.indkey::int2[]) ))::text[] AS parents
    FROM pg_index x JOIN pg_class i ON i.oid = x.indexrelid JOIN pg_class t ON t.oid = x.indrelid
    WHERE x.indisunique AND t.relnamespace = current_schema::regnamespace ORDER BY i.relname`);
  await client.end();
  keys = rows;
});

/**
 * Tables in which callers choose ids of new rows, and what happens if another network has a row with the id. Restoring
 * rows and splitting hosts use the former ids, or new ids if the former ids are in use (restore-elsewhere.test.ts,
 * split-undoes-merge.test.ts).
 */
const chosenIds: Readonly<Record<string, string>> = {
  hosts: 'a report gets another one',
  ip_addresses: 'the part gets another one (part-ids.ts)',
  ports: 'the part gets another one',
  interfaces: 'the part gets another one',
  services: 'the part gets another one',
  bindings: 'the part gets another one',
  discovery_sessions: 'the row gets another one; its daemon knows it by session_id',
  daemons: 'an exception: a daemon of deployed versions makes its id, and says it alone before it is known',
};

/** Keys that are intentionally unique across all tenants. */
const exceptions: Readonly<Record<string, string>> = {
  users_email_key: 'an address signs in one account',
  users_lower_email_key: 'an address signs in one account',
  users_oidc_provider_oidc_subject_key: 'a person at a provider signs in one account',
  passkeys_credential_id_key: 'a passkey signs in one account; the authenticator draws it at random',
  sessions_token_hash_key: 'a hash of a random token',
  user_api_keys_key_hash_key: 'a hash of a random token',
  daemon_api_keys_key_hash_key: 'a hash of a random token',
  enrolment_codes_code_hash_key: 'a hash of a random token',
  registrations_token_hash_key: 'a hash of a random token',
  email_tokens_token_hash_key: 'a hash of a random token',
  sign_in_challenges_pkey: 'a hash of a random token',
  passkey_challenges_pkey: 'a hash of a random challenge',
  oidc_flows_pkey: 'a hash of a random cookie',
  oidc_logouts_pkey: 'a hash of a token that the provider has signed',
  login_failures_pkey: 'wrong passwords of an address, of whatever organization',
  mails_waiting_key:
    'the subject is a row of one organization; without one the recipient asks for it, of no organization',
  idempotent_answers_credential_id_route_key_key: 'the id of a session or key, which is of one organization',
  deleted_tags_pkey: 'the id of a tag that was there; a trigger writes it',
  primary_marks_pkey: 'the one row of the database',
  tag_assignments_entity_id_entity_type_tag_id_key: 'the ids of a row and of a tag, which are of one organization',
  link_decisions_interfaces_key: 'two ports of one network in either order, so in expressions',
  write_positions_pkey: 'the id of a session or key, which is of one organization',
};

const isRowId = ({ columns }: Key) => columns[0] === 'id';
const isOfTenant = ({ columns, parents }: Key) =>
  columns.some((name) => ['network_id', 'organization_id'].includes(name)) || parents.length > 0;

test('a unique key without a tenant column is the id of a row, or is listed in this suite', () => {
  const others = keys.filter((key) => !isRowId(key) && !isOfTenant(key)).map(({ name }) => name);
  // Prisma's table of migrations, if it exists, belongs to no tenant.
  expect(others.filter((name) => !name.startsWith('_'))).toEqual(Object.keys(exceptions).sort());
});

test('ids that callers can choose are distinguished from ids that the server generates', () => {
  const tables = new Set(keys.filter(isRowId).map(({ table }) => table));
  expect(Object.keys(chosenIds).filter((table) => !tables.has(table))).toEqual([]);
  // In all other tables the database generates the ids of new rows, so statements do not set them.
  const drawnModelNames = modelNames.filter((model) => columnsOf(model).has('id') && !chosenIds[tableOf(model)]);
  expect(drawnModelNames.filter((model) => !columnsOf(model).get('id')!.hasDefault)).toEqual([]);
});

test('a conflict is answered with the column to blame, or is none that a caller can meet', () => {
  const listed = new Set(Object.keys(uniqueColumns));
  const unansweredNames = keys
    .filter(({ name }) => !listed.has(name) && !(name in exceptions))
    .filter(({ name }) => {
      const model = modelOfConstraint(name);
      return !model || !isOwnKey(model, name);
    })
    .map(({ name }) => name);
  expect(unansweredNames.filter((name) => !/_revisions_|^_/.test(name)).sort()).toEqual([
    'deleted_networks_pkey',
    'email_tokens_pkey',
    'host_merges_network_id_merged_host_id_key',
    'identity_suggestions_host_id_other_host_id_key',
    'moved_organizations_pkey',
    'network_changes_pkey',
    'recovery_codes_pkey',
    'second_factors_pkey',
    // The service no longer writes the table subnet_vlans.
    'subnet_vlans_pkey',
    'subnet_vlans_subnet_id_vlan_id_key',
    'swept_changes_pkey',
  ]);
  expect([...listed].filter((name) => !keys.some((key) => key.name === name))).toEqual([]);
});
