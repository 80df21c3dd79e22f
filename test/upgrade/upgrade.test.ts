// Tests upgrades of databases from dumps: rows, past states and the schema must be as the migrations define.
// `e103bcf.sql` is from the oldest supported commit, the other dump was made by `npm run record-dump <name>`. An old
// dump is never recorded again, because it must stay a database of its version.
import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Client } from 'pg';
import { createPrismaClient } from '../../src/data/client';
import { marks } from '../../src/generated/model-facts';
import { tableOf } from '../../src/data/model/model-fields';
import { assignedByNobodyKnown } from '../../src/modules/access';
import { openInvite } from '../../src/modules/access/invite/invites';
import { usedCredentials } from '../../src/modules/discovery/credentials/used-credentials.sql';
import { migrate, readMigrations } from '../../src/platform/postgres/migrate';
import { readSchema, schemaText } from '../support/database-dump';
import { createMigratedDatabase, createOwnDatabase, type OwnDatabase } from '../support/own-database';

type Row = Record<string, unknown>;
/** Rows by table: all stored rows, or, for a past instant, the rows of tables with history. */
type Rows = Record<string, Row[]>;

/** Former ids of known software in the dumps, with the present ids. The ids of all other software are unchanged. */
const renamedSoftware: Record<string, string> = {
  'access-point': 'Access Point',
  gateway: 'Gateway',
  'ntp-server': 'NTP Server',
  ssh: 'SSH',
  switch: 'Switch',
};

/**
 * Changes that migrations make to present or past rows, by name of the migration. A migration that is not listed
 * changes no row. The tests apply these changes to the rows of a dump, and expect the upgraded rows to be equal.
 */
const changes: Record<string, (rows: Rows) => void> = {
  '20261122120000_vlan_subnets_on_read': (rows) => {
    // The subnets of a VLAN are now derived from ports and addresses, so the migration deletes the history of the
    // former table.
    if (rows.subnet_vlans_revisions) rows.subnet_vlans_revisions = [];
  },
  '20261122121000_known_software_ids': ({
    services,
    services_revisions: remainingRows = [],
    network_changes: markedRows,
    networks,
  }) => {
    const renamedRows = [...services!, ...remainingRows].filter(
      ({ service_definition: id }) => renamedSoftware[id as string],
    );
    for (const row of renamedRows) row.service_definition = renamedSoftware[row.service_definition as string];
    // A change mark of a network tells the service to build the network's graphs again.
    if (markedRows && services!.some((row) => renamedRows.includes(row)))
      markedRows.push({ network_id: networks![0]!.id });
  },
  '20261122130001_types_of_demo_runs': ({ discoveries }) => {
    for (const { results, discovery_details: details } of (discoveries ?? []) as Record<string, Row | null>[])
      if (typeof results?.discovery_type === 'string')
        results.discovery_type = { type: results.discovery_type, ...details };
  },
  '20261122140000_neighbor_reasons': ({ neighbor_evidence: records = [] }) => {
    for (const row of records)
      Object.assign(row, { reason: 'Pending', resolved_host_id: null, resolved_interface_id: null });
  },
  '20261122180000_credentials_reach_daemons': (rows) => {
    for (const row of rows.daemons ?? []) row.confirmed_at = null;
    for (const row of rows.credentials ?? []) row.is_default = false;
    for (const row of rows.discovery_sessions ?? []) row.credential_results = null;
  },
  '20261122210000_forwarding_links': (rows) => {
    for (const table of ['interface_neighbors', 'interface_neighbors_revisions'])
      for (const row of rows[table] ?? []) row.basis = null;
  },
  '20261122230000_links_by_hand': (rows) => {
    for (const table of ['interface_neighbors', 'interface_neighbors_revisions'])
      for (const row of rows[table] ?? []) row.down_since = null;
    for (const table of ['hosts', 'hosts_revisions']) for (const row of rows[table] ?? []) row.missing_since = null;
  },
  '20261122232000_daemon_generations': (rows) => {
    for (const row of rows.daemons ?? []) row.has_docker_socket = false;
    for (const row of rows.discovery_sessions ?? []) row.stage = null;
    for (const table of ['hosts', 'hosts_revisions'])
      for (const row of rows[table] ?? []) Object.assign(row, { name_source: null, hostname_source: null });
  },
  '20261123110000_second_factor': (rows) => {
    for (const row of rows.users ?? []) row.second_factor_at = null;
    for (const row of rows.organizations ?? []) row.second_factor_required = false;
  },
  '20261126010000_credential_assigners': (rows) => {
    for (const table of ['host_credentials', 'network_credentials'])
      for (const row of rows[table] ?? []) row.assigned_by = null;
    for (const row of rows.credentials ?? []) row.written_by_key_id = null;
  },
  '20261128233000_credential_types': (rows) => {
    for (const row of rows.credentials ?? []) Object.assign(row, { description: null, settings: {} });
  },
  '20261129030100_mac_address_sources': (rows) => {
    for (const table of ['ip_addresses', 'interfaces'])
      for (const row of [...(rows[table] ?? []), ...(rows[`${table}_revisions`] ?? [])]) row.mac_address_source = null;
  },
  '20261129180423_certificates_and_communities': (rows) => {
    const unread = {
      ...{ certificate_subject: null, certificate_issuer: null, certificate_names: [], certificate_not_before: null },
      ...{ certificate_not_after: null, certificate_fingerprint: null, certificate_self_signed: null },
    };
    for (const table of ['ports', 'ports_revisions']) for (const row of rows[table] ?? []) Object.assign(row, unread);
    for (const table of ['hosts', 'hosts_revisions'])
      for (const row of rows[table] ?? []) row.answers_default_community = null;
  },
  '20261129212630_ssh_host_keys': (rows) => {
    for (const table of ['ports', 'ports_revisions']) for (const row of rows[table] ?? []) row.ssh_host_keys = [];
  },
  '20261126013100_session_ids_of_networks': (rows) => {
    for (const row of rows.discovery_sessions ?? []) row.session_id = row.id;
  },
  '20261126130000_namespaces': (rows) => {
    for (const table of ['subnets', 'subnets_revisions', 'import_plans'])
      for (const row of rows[table] ?? []) row.namespace = '';
  },
  '20261126120000_identity': (rows) => {
    for (const table of ['ip_addresses', 'ip_addresses_revisions'])
      for (const row of rows[table] ?? []) Object.assign(row, { answers_for_others: false, move_reason: null });
    for (const row of rows.import_plans ?? []) row.shared_macs = [];
  },
  '20261126131000_import_differences': (rows) => {
    for (const row of rows.import_plan_rows ?? []) Object.assign(row, { differences: [], same_as_line: null });
  },
  '20261126140000_management_addresses': ({ neighbor_evidence: records = [], network_changes: changedRows = [] }) => {
    const networks = new Set<unknown>();
    for (const record of records) {
      const address = record.lldp_mgmt_addr ?? record.cdp_address ?? null;
      record.management_addresses = address === null ? [] : [address];
      if (address !== null) networks.add(record.network_id);
    }
    // The migration changes records of these networks, so each network gets a change mark.
    for (const network_id of networks) changedRows.push({ network_id: network_id as string });
  },
  '20261126160000_host_roles': (rows) => {
    for (const table of ['hosts', 'hosts_revisions'])
      for (const row of rows[table] ?? []) Object.assign(row, { role: null, role_source: null });
  },
  '20261126200000_interface_layer2_facts': (rows) => {
    const unread = { mtu: null, duplex: null, aggregate_id: null, stp_state: null, poe_status: null, poe_class: null };
    for (const table of ['interfaces', 'interfaces_revisions'])
      for (const row of rows[table] ?? []) Object.assign(row, unread, { is_stp_root_port: false });
    for (const table of ['hosts', 'hosts_revisions'])
      for (const row of rows[table] ?? []) Object.assign(row, { stp_root_bridge_id: null, stp_root_cost: null });
  },
  '20261126230000_natural_names': (rows) => {
    const historied = ['groups', 'hosts', 'ip_addresses', 'saved_views', 'services', 'subnets', 'tags', 'vlans'];
    const others = ['credentials', 'daemon_api_keys', 'daemons', 'discoveries', 'networks', 'shares', 'user_api_keys'];
    for (const table of [...historied, ...historied.map((name) => `${name}_revisions`), ...others])
      for (const row of rows[table] ?? []) row.natural_name = naturalKey(row.name as string | null);
    for (const table of ['interfaces', 'interfaces_revisions'])
      for (const row of rows[table] ?? []) row.natural_name = naturalKey(row.if_name as string | null);
  },
  '20261126231500_former_macs': (rows) => {
    for (const table of ['hosts', 'hosts_revisions'])
      for (const row of rows[table] ?? []) Object.assign(row, { former_macs: [] });
  },
  '20261126232000_merged_hosts_in_history': (rows) => {
    for (const table of ['hosts', 'hosts_revisions']) for (const row of rows[table] ?? []) row.merged_host_ids = [];
  },
  '20261126233000_stp_blocked_trees': (rows) => {
    for (const table of ['interfaces', 'interfaces_revisions'])
      for (const row of rows[table] ?? []) Object.assign(row, { stp_blocked_vlans: [], stp_blocked_instances: [] });
  },
  '20261129213000_builtin_mail_rules': (rows) => {
    if (!rows.users) return;
    const common = {
      ...{ due_at: null, hour: 8, mailed_at: null, network_ids: [], quiet_from: null, quiet_to: null, roles: [] },
      ...{ severities: [], tag_ids: [], time_zone: 'UTC', timing: 'Now' },
    };
    const digest = { builtin: 'DiscoveryDigest', kinds: ['RunFinished'], name: 'Discovery digest' };
    const alerts = { builtin: 'DaemonAlerts', kinds: ['DaemonSilent'], name: 'Daemon alerts' };
    const rules = rows.users.flatMap(({ id, organization_id, ...user }) => [
      { ...common, ...digest, user_id: id, organization_id, enabled: user.email_discovery_digest },
      { ...common, ...alerts, user_id: id, organization_id, enabled: user.email_daemon_alerts },
    ]);
    (rows.mail_rules ??= []).push(...rules.map((rule) => ({ ...rule, natural_name: rule.name.toLowerCase() })));
  },
  '20261127173127_snapshot_names': ({ snapshots = [] }) => {
    for (const row of snapshots) Object.assign(row, { name: null, natural_name: null });
  },
};

/** The natural sort key of a short name, computed without the database. */
const naturalKey = (name: string | null) =>
  name?.toLowerCase().replace(/\d+/g, (number) => {
    const digits = number.replace(/^0+/, '');
    const length = String(digits.length);
    return `${length.length}${length}${digits}`;
  }) ?? null;

/**
 * Ids of rows that each dump gets in addition, because the demo has no such rows: a credential with assignments, and
 * invites by an Owner and by an unknown user.
 */
const oldRights = {
  credentialId: 'c0000000-0000-4000-8000-000000000001',
  inviteOfOwner: 'c0000000-0000-4000-8000-000000000002',
  inviteOfNobody: 'c0000000-0000-4000-8000-000000000003',
};
const addOldRights = `
  INSERT INTO credentials (id, updated_at, organization_id, name, credential_type, secrets)
    SELECT '${oldRights.credentialId}', now(), id, 'assigned before', 'SnmpV2c', 'x' FROM organizations LIMIT 1;
  INSERT INTO network_credentials (network_id, credential_id, organization_id)
    SELECT id, '${oldRights.credentialId}', organization_id FROM networks LIMIT 1;
  INSERT INTO host_credentials (host_id, credential_id, network_id, organization_id)
    SELECT h.id, '${oldRights.credentialId}', n.id, n.organization_id
    FROM hosts h JOIN ip_addresses a ON a.host_id = h.id JOIN networks n ON n.id = h.network_id ORDER BY h.id LIMIT 1;
  INSERT INTO invites (id, updated_at, organization_id, created_by, permissions, expires_at)
    SELECT '${oldRights.inviteOfOwner}', now(), organization_id, id, 'Admin', now() + interval '1 day'
      FROM users WHERE permissions = 'Owner' LIMIT 1;
  INSERT INTO invites (id, updated_at, organization_id, created_by, permissions, expires_at)
    SELECT '${oldRights.inviteOfNobody}', now(), id, NULL, 'Admin', now() + interval '1 day' FROM organizations LIMIT 1;`;

const withSortedKeys = (_key: string, value: unknown) =>
  value && typeof value === 'object' && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value;
const inOrder = (rows: readonly Row[]) => rows.map((row) => JSON.stringify(row, withSortedKeys)).sort();

const folder = __dirname;
const dumps = readdirSync(folder).filter((name) => name.endsWith('.sql'));

async function connected<T>(database: OwnDatabase, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: database.url });
  await client.connect();
  return work(client).finally(() => client.end());
}

const jsonOf = (client: Client, from: string) =>
  client.query<{ row: Row }>(`SELECT to_jsonb(t) AS row FROM ${from} t`).then(({ rows }) => rows.map(({ row }) => row));

/**
 * Every row of every table. For change marks only the network is compared, because each server numbers its transactions
 * itself.
 */
async function storedRows(client: Client): Promise<Rows> {
  const { tables } = await readSchema(client);
  const foundRows: Rows = {};
  for (const { name } of tables.filter(({ name }) => name !== '_prisma_migrations'))
    foundRows[name] = await jsonOf(
      client,
      name === 'network_changes' ? '(SELECT network_id FROM network_changes)' : name,
    );
  return foundRows;
}

/** Tables of this database that have history. A dump lacks tables that were added later. */
async function historiedIn(client: Client): Promise<string[]> {
  const historied = Object.keys(marks.historied).map(tableOf);
  const { rows } = await client.query<{ name: string }>(
    'SELECT name FROM unnest($1::text[]) WITH ORDINALITY AS historied (name, place) WHERE to_regclass(name) IS NOT NULL ORDER BY place',
    [historied],
  );
  return rows.map(({ name }) => name);
}

/** Instants at which a state began or ended, each with the instant a millisecond earlier. */
async function instantsOf(client: Client): Promise<Date[]> {
  const times = (await historiedIn(client)).map(
    (table) => `SELECT valid_from AS at FROM ${table} UNION SELECT valid_from FROM ${table}_revisions
      UNION SELECT valid_to FROM ${table}_revisions`,
  );
  const { rows } = await client.query<{ at: Date }>(
    `SELECT DISTINCT at - early * interval '1 millisecond' AS at
     FROM (${times.join(' UNION ')}) every_time (at), generate_series(0, 1) early ORDER BY 1`,
  );
  return rows.map(({ at }) => at);
}

/**
 * The rows as of each instant. One statement for each table reads all instants, because planning takes as long as
 * running.
 */
async function everyPast(client: Client, instants: readonly Date[]): Promise<Rows[]> {
  const foundRows = instants.map((): Rows => ({}));
  for (const table of await historiedIn(client)) {
    for (const rows of foundRows) rows[table] = [];
    const { rows } = await client.query<{ place: string; row: Row }>(
      `SELECT place, to_jsonb(t) AS row
       FROM unnest($1::timestamptz[]) WITH ORDINALITY AS instants (at, place), ${table}_at(at) t`,
      [instants],
    );
    for (const { place, row } of rows) foundRows[Number(place) - 1]![table]!.push(row);
  }
  return foundRows;
}

/** The row without values that the migration generates: the ids and times of built-in mail rules. */
const withoutDrawn = (row: Row): Row =>
  row.builtin ? { ...row, id: undefined, created_at: undefined, updated_at: undefined } : row;

/** Rows by table without empty tables, because tables that were added later are empty. */
const comparable = (rows: Rows) =>
  Object.fromEntries(
    Object.entries(rows)
      .filter(([, list]) => list.length > 0)
      .map(([table, list]) => [table, inOrder(list.map(withoutDrawn))]),
  );

describe.each(dumps)('from %s', (dump) => {
  let database: OwnDatabase;
  let instants: Date[];
  const before = { rows: {} as Rows, past: [] as Rows[] };
  let had: string[];
  let applied: string[];

  beforeAll(async () => {
    database = await createOwnDatabase();
    await connected(database, (client) => client.query(readFileSync(path.join(folder, dump), 'utf8')));
    await connected(database, (client) => client.query(addOldRights));
    // The change marks contain transaction ids of the server that made the dump. A new transaction with the same id
    // would write no mark, so the stored ids are made negative.
    await connected(database, (client) => client.query('UPDATE network_changes SET transaction_id = -transaction_id'));
    await connected(database, async (client) => {
      const { rows } = await client.query<{ name: string }>(
        'SELECT migration_name AS name FROM _prisma_migrations ORDER BY 1',
      );
      had = rows.map(({ name }) => name);
      instants = await instantsOf(client);
      before.rows = await storedRows(client);
      before.past = await everyPast(client, instants);
    });
    applied = await migrate(database.url);
    for (const name of applied) for (const rows of [before.rows, ...before.past]) changes[name]?.(rows);
  });
  afterAll(() => database.drop());

  test('the dump has the rows, past states and events that it is meant to have', () => {
    for (const table of ['hosts', 'services', 'interfaces', 'vlans', 'tags', 'audit_events'])
      expect([table, before.rows[table]!.length > 0]).toEqual([table, true]);
    for (const table of ['hosts', 'services', 'interfaces', 'vlans', 'tags', 'bindings', 'tag_assignments'])
      expect([table, before.rows[`${table}_revisions`]!.length > 0]).toEqual([table, true]);
    expect(instants.length).toBeGreaterThan(20);
    // The first instant is a millisecond before the first state, so there are no rows. At the last instant there are
    // hosts.
    expect(Object.values(before.past[0]!).flat()).toEqual([]);
    expect(before.past.at(-1)!.hosts!.length).toBeGreaterThan(0);
  });

  test('later migrations are applied, and earlier ones are recorded unchanged', async () => {
    const migrations = await readMigrations();
    const replacing = new Map(migrations.flatMap(({ name, replaces }) => replaces.map((one) => [one.name, name])));
    const recorded = [...new Set(had.map((name) => replacing.get(name) ?? name))];
    expect([...recorded, ...applied]).toEqual(migrations.map(({ name }) => name));
    expect(await migrate(database.url)).toEqual([]);
  });

  test('rows are unchanged except for the changes of the migrations', async () => {
    const after = await connected(database, storedRows);
    expect(comparable(after)).toEqual(comparable(before.rows));
  });

  test('the past is unchanged at every instant except for the changes of the migrations', async () => {
    const after = await connected(database, (client) => everyPast(client, instants));
    expect(after.map(comparable)).toEqual(before.past.map(comparable));
  });

  test('credentials assigned before reach the daemons as an Admin’s do, and Admins find them', async () => {
    const prisma = createPrismaClient(database.url);
    const { credentialId } = oldRights;
    try {
      const [host] = await prisma.hostCredential.findMany({ where: { credentialId } });
      expect(host).toMatchObject({ assignedBy: null });
      expect(await usedCredentials(prisma, host!.networkId, randomUUID())).toMatchObject([
        { id: credentialId, isOfNetwork: true, hosts: [{ hostId: host!.hostId }] },
      ]);
      const [hosts, networks] = ['credentialAssignments', 'defaultCredentials'].map((relation) =>
        assignedByNobodyKnown(relation).where(true as never, {}),
      );
      expect(await prisma.host.findMany({ where: hosts!, select: { id: true } })).toEqual([{ id: host!.hostId }]);
      expect(await prisma.network.findMany({ where: networks!, select: { id: true } })).toEqual([
        { id: host!.networkId },
      ]);
    } finally {
      await prisma.$disconnect();
    }
  });

  test('invites from before are good while their maker may invite; those of nobody known are none', async () => {
    const prisma = createPrismaClient(database.url);
    const { inviteOfOwner, inviteOfNobody } = oldRights;
    try {
      expect((await openInvite(prisma, inviteOfOwner)).permissions).toBe('Admin');
      await expect(openInvite(prisma, inviteOfNobody)).rejects.toMatchObject({ code: 'entity_not_found' });
    } finally {
      await prisma.$disconnect();
    }
  });

  test('the schema is the one of a new database', async () => {
    const fresh = await createMigratedDatabase();
    try {
      const schemas = await Promise.all(
        [database, fresh].map((one) => connected(one, async (client) => schemaText(await readSchema(client)))),
      );
      expect(schemas[0]!.split('\n')).toEqual(schemas[1]!.split('\n'));
    } finally {
      await fresh.drop();
    }
  });
});

test('names of inferred hosts get a source, except names that a user has given', async () => {
  const database = await createMigratedDatabase();
  try {
    await database.query(`
      WITH organization AS (INSERT INTO organizations (name, updated_at) VALUES ('one', now()) RETURNING id),
        network AS (INSERT INTO networks (name, organization_id, updated_at) SELECT 'one', id, now() FROM organization RETURNING id)
      INSERT INTO hosts (network_id, source_type, name, sys_name, sys_name_source, chassis_id, updated_at)
      SELECT network.id, source_type::entity_source_type, name, sys_name, sys_name_source, chassis_id, now() FROM network, (VALUES
        ('Inferred', 'core-1', 'core-1', 'cdp', NULL), ('Inferred', '00:16:4d:00:00:01', NULL, NULL, '00:16:4d:00:00:01'),
        ('Inferred', repeat('é', 100), repeat('é', 120), 'lldp', NULL), ('Inferred', 'ours', 'core-2', 'lldp', NULL),
        ('Manual', 'core-3', 'core-3', NULL, NULL)
      ) AS stored (source_type, name, sys_name, sys_name_source, chassis_id)`);
    const migration = path.join('prisma', 'migrations', '20261201043000_sources_of_inferred_names', 'migration.sql');
    await database.query(readFileSync(migration, 'utf8'));
    const rows = await database.query<{ name: string; source: string | null }>(
      'SELECT name, name_source AS source FROM hosts',
    );
    expect(Object.fromEntries(rows.map(({ name, source }) => [name, source]))).toEqual({
      ...{ 'core-1': 'cdp', '00:16:4d:00:00:01': 'lldp', ['é'.repeat(100)]: 'lldp' },
      ...{ ours: null, 'core-3': null },
    });
  } finally {
    await database.drop();
  }
});

test('the oldest state that is upgraded has a dump, and a later one', () => {
  expect(dumps).toContain('e103bcf.sql');
  expect(dumps.length).toBeGreaterThan(1);
});

test('changes are stated of migrations that are there', async () => {
  const all = (await readMigrations()).map(({ name }) => name);
  expect(Object.keys(changes).filter((name) => !all.includes(name))).toEqual([]);
});
