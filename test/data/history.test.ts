// Tests that triggers of the database store every past state of every row, without overlaps or gaps in time, also with
// concurrent writers.
import { randomUUID } from 'node:crypto';
import type { Client, DatabaseError } from 'pg';
import { openConnection } from '../../src/platform/postgres/connect';

const organizationId = randomUUID();
const networkId = randomUUID();
let writers: Client[];
let reader: Client;

beforeAll(async () => {
  writers = await Promise.all(Array.from({ length: 6 }, () => openConnection(process.env.TEST_DATABASE_URL!)));
  reader = writers[0]!;
  await reader.query(`INSERT INTO organizations (id, name) VALUES ($1, 'History')`, [organizationId]);
  await reader.query(`INSERT INTO networks (id, organization_id, name) VALUES ($1, $2, 'Hammered')`, [
    networkId,
    organizationId,
  ]);
});

afterAll(async () => {
  await reader.query('DELETE FROM organizations WHERE id = $1', [organizationId]);
  await Promise.all(writers.map((writer) => writer.end()));
});

/**
 * SQLSTATE codes of a deadlock and of a serialization failure, for instance if two transactions create the same row at
 * the same time. A transaction that fails with such a code may be repeated.
 */
const lostRaces = ['40P01', '40001'];

interface State {
  id: string;
  name: string;
  from: Date;
  /** The end of the state, or null if the state is the current one. */
  to: Date | null;
}

const statesOf = async (table = 'hosts', where = 'network_id = $1', value: string = networkId): Promise<State[]> => {
  const columns = 'id, name, valid_from AS from, valid_to AS to';
  const { rows } = await reader.query<State>(
    `SELECT ${columns} FROM ${table}_revisions WHERE ${where} UNION ALL
     SELECT ${columns} FROM ${table} WHERE ${where} ORDER BY id, "from"`,
    [value],
  );
  return rows;
};

async function transaction<T>(work: (query: (text: string, values?: unknown[]) => Promise<T[]>) => Promise<void>) {
  await reader.query('BEGIN');
  await work(async (text, values) => (await reader.query(text, values)).rows as T[]);
  await reader.query('COMMIT');
}

const insertHost = (id: string, name: string): [string, unknown[]] => [
  'INSERT INTO hosts (id, network_id, name) VALUES ($1, $2, $3)',
  [id, networkId, name],
];
const renameHost = (id: string, name: string): [string, unknown[]] => [
  'UPDATE hosts SET name = $2, updated_at = now() WHERE id = $1',
  [id, name],
];

test('a change ends the previous state, an observation does not', async () => {
  const id = randomUUID();
  await reader.query(...insertHost(id, 'first'));
  await reader.query(...renameHost(id, 'second'));
  await reader.query(`UPDATE hosts SET last_seen_at = now(), updated_at = now(), name = 'second' WHERE id = $1`, [id]);
  const states = await statesOf('hosts', 'id = $1', id);
  expect(states.map(({ name }) => name)).toEqual(['first', 'second']);
  expect(states[0]!.to).toEqual(states[1]!.from);
  await reader.query('DELETE FROM hosts WHERE id = $1', [id]);
  const [, last, ...more] = await statesOf('hosts', 'id = $1', id);
  expect([last!.name, last!.to !== null, more]).toEqual(['second', true, []]);
});

test('the changes of one transaction have one time, and states in between are not stored', async () => {
  const [a, b, brief] = [randomUUID(), randomUUID(), randomUUID()];
  await transaction(async (query) => {
    await query(...insertHost(a, 'made'));
    await query(...renameHost(a, 'named'));
    await query(...insertHost(b, 'other'));
  });
  const { rows } = await reader.query<State & { event: string }>(
    'SELECT name, valid_from AS from, audit_event_id AS event FROM hosts WHERE id = ANY($1)',
    [[a, b]],
  );
  expect(new Set(rows.map(({ from }) => from.getTime())).size).toBe(1);
  expect(new Set(rows.map(({ event }) => event)).size).toBe(1);
  await transaction(async (query) => {
    await query(...renameHost(a, 'again'));
    await query('DELETE FROM hosts WHERE id = $1', [a]);
    await query(...insertHost(brief, 'short'));
    await query('DELETE FROM hosts WHERE id = $1', [brief]);
  });
  expect((await statesOf('hosts', 'id = $1', a)).map(({ name }) => name)).toEqual(['named']);
  expect(await statesOf('hosts', 'id = $1', brief)).toEqual([]);
});

test('a connection that has changed single rows compares each row of many with few others', async () => {
  const id = randomUUID();
  await reader.query(...insertHost(id, 'alone'));
  const writer = await openConnection(process.env.TEST_DATABASE_URL!);
  const plans: string[] = [];
  writer.on('notice', ({ message, detail }) => message?.startsWith('plan') && plans.push(detail ?? ''));
  try {
    await writer.query('SET debug_print_plan = on; SET client_min_messages = log');
    // PostgreSQL may use another plan after the first executions of a statement, so the change is made ten times.
    for (let change = 0; change < 10; change++) await writer.query(...renameHost(id, `alone ${change}`));
  } finally {
    await writer.end();
  }
  const countIn = (plan: string, steps: RegExp) => plan.match(steps)?.length ?? 0;
  const joining = plans.filter(
    (plan) => countIn(plan, /\{NAMEDTUPLESTORESCAN/g) === 2 && countIn(plan, /\{(NESTLOOP|HASHJOIN|MERGEJOIN)/g) > 0,
  );
  // Two queries of the history triggers join the old and the new rows of a statement. With nested loops, the time would
  // grow with the square of the number of rows.
  expect(joining.length).toBeGreaterThanOrEqual(2);
  for (const plan of joining) expect(countIn(plan, /\{(HASHJOIN|MERGEJOIN)/g)).toBeGreaterThan(0);
});

test.each(['interface_vlans', 'interface_vlans_revisions', 'audit_events'])('%s cannot be truncated', async (table) => {
  await expect(reader.query(`TRUNCATE ${table}`)).rejects.toThrow(`history is kept of ${table}: delete its rows`);
});

test('an event reports a change; inserting rows that exist already makes none', async () => {
  const id = randomUUID();
  const link = `INSERT INTO tag_assignments (organization_id, network_id, tag_id, host_id)
    SELECT $1::uuid, $2::uuid, t.id, h.id FROM tags t, hosts h WHERE t.organization_id = $1 AND t.name = 'told' AND h.id = $3 ON CONFLICT DO NOTHING`;
  await reader.query(...insertHost(id, 'tagged'));
  await reader.query(`INSERT INTO tags (organization_id, name, color) VALUES ($1, 'told', 'Red')`, [organizationId]);
  const countEvents = async () => {
    const { rows } = await reader.query<{ count: number }>(
      'SELECT count(*)::int AS count FROM audit_events WHERE organization_id = $1',
      [organizationId],
    );
    return rows[0]!.count;
  };
  const before = await countEvents();
  await reader.query(link, [organizationId, networkId, id]);
  expect(await countEvents()).toBe(before + 1);
  await reader.query(link, [organizationId, networkId, id]);
  await reader.query(`UPDATE hosts SET last_seen_at = now() WHERE id = $1`, [id]);
  expect(await countEvents()).toBe(before + 1);
  await transaction(async (query) => {
    await query(link, [organizationId, networkId, id]);
    await query(...renameHost(id, 'named'));
    await query(...renameHost(id, 'named again'));
  });
  expect(await countEvents()).toBe(before + 2);
});

test('a rolled back transaction leaves no state', async () => {
  const id = randomUUID();
  await reader.query(...insertHost(id, 'stays'));
  await transaction(async (query) => {
    await query('SAVEPOINT before');
    await query(...renameHost(id, 'lost'));
    await query('ROLLBACK TO SAVEPOINT before');
    await query(...renameHost(id, 'kept'));
  });
  expect((await statesOf('hosts', 'id = $1', id)).map(({ name }) => name)).toEqual(['stays', 'kept']);
});

test('changes made by foreign keys are stored too: cascades and cleared references, each once', async () => {
  const { rows } = await reader.query<{ host: string; service: string; machine: string }>(
    `WITH host AS (INSERT INTO hosts (network_id, name) VALUES ($1, 'hypervisor') RETURNING id),
       service AS (INSERT INTO services (network_id, host_id, name, service_definition, position)
         SELECT $1, id, 'Proxmox', 'Proxmox VE', 0 FROM host RETURNING id)
     INSERT INTO hosts (network_id, name, virtualization_type, virtualization_service_id)
       SELECT $1, 'machine', 'Proxmox', id FROM service
     RETURNING id AS machine, virtualization_service_id AS service, (SELECT id FROM host) AS host`,
    [networkId],
  );
  const { host, service, machine } = rows[0]!;
  await reader.query('DELETE FROM hosts WHERE id = $1', [host]);
  expect(await statesOf('services', 'id = $1', service)).toHaveLength(1);
  const states = await reader.query(
    `SELECT virtualization_service_id AS service, ended_by FROM hosts_revisions WHERE id = ANY($1)`,
    [[host, machine]],
  );
  expect(states.rows.map(({ service }) => service as unknown)).toEqual(expect.arrayContaining([null, service]));
  expect(new Set(states.rows.map((row) => (row as { ended_by: string }).ended_by)).size).toBe(1);
});

test('nobody can set times by hand, change an id, or make states overlap', async () => {
  const id = randomUUID();
  await reader.query(...insertHost(id, 'a'));
  await reader.query(...renameHost(id, 'b'));
  const [, before] = await statesOf('hosts', 'id = $1', id);
  await reader.query(`UPDATE hosts SET valid_from = '2001-01-01', audit_event_id = NULL WHERE id = $1`, [id]);
  const states = await statesOf('hosts', 'id = $1', id);
  expect(states.at(-1)!.from >= before!.from).toBe(true);
  const { rows } = await reader.query('SELECT audit_event_id FROM hosts WHERE id = $1', [id]);
  expect((rows[0] as { audit_event_id: string | null }).audit_event_id).not.toBeNull();
  await expect(reader.query('UPDATE hosts SET id = $2 WHERE id = $1', [id, randomUUID()])).rejects.toThrow(
    'ids of rows never change',
  );
  const forgedSql = `INSERT INTO vlans_revisions (id, network_id, organization_id, vlan_number, name, created_at, updated_at,
      last_seen_at, lineage_id, source_type, valid_from, valid_to, ended_by, is_last)
    VALUES ($1, $2, $3, 1, 'x', now(), now(), now(), $1, 'Manual', $4, $5, $1, true)`;
  const values = [id, networkId, organizationId];
  await reader.query(forgedSql, [...values, '2020-01-01', '2020-01-03']);
  for (const [from, to] of [
    ['2020-01-02', '2020-01-04'],
    ['2019-12-31', '2020-01-02'],
    ['2019-12-31', '2020-01-04'],
    ['2020-01-01', '2020-01-02'],
    ['2020-01-02', '2020-01-03'],
  ])
    await expect(reader.query(forgedSql, [...values, from, to])).rejects.toThrow(/overlap|unique/);
  await reader.query(forgedSql, [...values, '2020-01-03', '2020-01-04']);
  await reader.query(forgedSql, [...values, '2019-12-30', '2020-01-01']);
  await expect(reader.query(`UPDATE vlans_revisions SET valid_to = '2020-01-02' WHERE id = $1`, [id])).rejects.toThrow(
    'what was, stays',
  );
  await expect(reader.query(forgedSql, [...values, '2020-01-05', '2020-01-05'])).rejects.toThrow('period_check');
});

test('with many concurrent writers, states have no overlaps or gaps, and any instant is read correctly', async () => {
  const ids = Array.from({ length: 5 }, () => randomUUID());
  /** Host states that the writers committed, each as [id of the host, begin of the state, name]. */
  const seenStates: [string, Date, string | null][] = [];
  let turn = 0;
  const random = (() => {
    let seed = 20261121;
    return (below: number) => (seed = (seed * 1103515245 + 12345) % 2 ** 31) % below;
  })();

  const step = async (writer: Client, id: string): Promise<void> => {
    const name = `n${(turn += 1)}`;
    const kind = random(10);
    if (kind === 0) return void (await writer.query('DELETE FROM hosts WHERE id = $1', [id]));
    if (kind === 1)
      return void (await writer.query(
        'UPDATE hosts SET last_seen_at = clock_timestamp(), updated_at = now() WHERE id = $1',
        [id],
      ));
    if (kind < 5)
      return void (await writer.query(
        `INSERT INTO hosts (id, network_id, name) VALUES ($1, $2, $3) ON CONFLICT (id) DO UPDATE SET name = excluded.name`,
        [id, networkId, name],
      ));
    await writer.query(...renameHost(id, name));
  };
  const attempt = async (writer: Client): Promise<void> => {
    // All transactions change hosts in the order of ids, which prevents most deadlocks. If both ids are equal, the
    // transaction changes one host several times, which is intended.
    const touchedIds = [ids[random(ids.length)]!, ids[random(ids.length)]!].sort();
    await writer.query('BEGIN');
    for (const id of touchedIds) {
      await step(writer, id);
      await step(writer, id);
    }
    const { rows } = await writer.query<{ id: string; name: string; from: Date }>(
      'SELECT id, name, valid_from AS from FROM hosts WHERE id = ANY($1)',
      [touchedIds],
    );
    const isKept = random(6) > 0;
    await writer.query(isKept ? 'COMMIT' : 'ROLLBACK');
    if (isKept) for (const { id, name, from } of rows) seenStates.push([id, from, name]);
  };
  await Promise.all(
    writers.map(async (writer) => {
      for (let count = 0; count < 80; count += 1)
        await attempt(writer).catch(async (error: DatabaseError) => {
          if (!lostRaces.includes(error.code!) && error.constraint !== 'hosts_id_network_id_key') throw error;
          await writer.query('ROLLBACK');
        });
    }),
  );

  const { rows: states } = await reader.query<State & { by: string | null }>(
    `SELECT id, name, valid_from AS from, valid_to AS to, ended_by AS by FROM hosts_revisions WHERE id = ANY($1)
     UNION ALL SELECT id, name, valid_from, valid_to, NULL FROM hosts WHERE id = ANY($1) ORDER BY id, "from"`,
    [ids],
  );
  expect(states.length).toBeGreaterThan(100);
  for (const [index, state] of states.entries()) {
    const next = states[index + 1];
    if (next?.id !== state.id) continue;
    expect(state.to).not.toBeNull();
    expect(state.to! <= next.from).toBe(true);
    // In a gap between two states, the host did not exist. It was deleted by one transaction and created again by
    // another.
    if (state.to! < next.from) {
      const [{ began }] = (
        await reader.query<{ began: string }>(
          `SELECT audit_event_id AS began FROM hosts_revisions WHERE id = $1 AND valid_from = $2 UNION ALL
           SELECT audit_event_id FROM hosts WHERE id = $1 AND valid_from = $2`,
          [next.id, next.from],
        )
      ).rows as [{ began: string }];
      expect(began).not.toBe(state.by);
    }
  }
  for (const [id, at, name] of seenStates) {
    const { rows } = await reader.query<{ name: string }>('SELECT name FROM hosts_at($2) WHERE id = $1', [id, at]);
    expect(rows).toEqual([{ name }]);
    const whole = await reader.query('SELECT name FROM hosts_at($2, $3) WHERE id = $1 AND network_id = ANY($3)', [
      id,
      at,
      [networkId],
    ]);
    expect(whole.rows).toEqual(rows);
  }
});

test('a row that moved to another network is still in the past of the first network', async () => {
  const next = randomUUID();
  await reader.query(`INSERT INTO networks (id, organization_id, name) VALUES ($1, $2, 'Next')`, [
    next,
    organizationId,
  ]);
  const { rows } = await reader.query<{ id: string; from: Date }>(
    `INSERT INTO vlans (network_id, organization_id, vlan_number, name) VALUES ($1, $2, 7, 'a') RETURNING id, valid_from AS from`,
    [networkId, organizationId],
  );
  const { id, from } = rows[0]!;
  await transaction(async (query) => {
    await query(`UPDATE vlans SET name = 'b' WHERE id = $1`, [id]);
    await query('UPDATE vlans SET network_id = $2 WHERE id = $1', [id, next]);
  });
  const namesAt = async (at: Date, network: string) => {
    const read = 'SELECT name FROM vlans_at($1, $2) WHERE network_id = ANY ($2) AND id = $3';
    return (await reader.query<{ name: string }>(read, [at, [network], id])).rows.map(({ name }) => name);
  };
  const now = new Date(Date.now() + 1000);
  expect([await namesAt(from, networkId), await namesAt(from, next)]).toEqual([['a'], []]);
  expect([await namesAt(now, networkId), await namesAt(now, next)]).toEqual([[], ['b']]);
});

test('with a network its history is removed', async () => {
  const removedId = randomUUID();
  await reader.query(`INSERT INTO networks (id, organization_id, name) VALUES ($1, $2, 'Gone')`, [
    removedId,
    organizationId,
  ]);
  await reader.query(`INSERT INTO hosts (network_id, name) VALUES ($1, 'a')`, [removedId]);
  await reader.query('DELETE FROM networks WHERE id = $1', [removedId]);
  await reader.query('DELETE FROM hosts WHERE network_id = $1', [removedId]);
  expect(await statesOf('hosts', 'network_id = $1', removedId)).toEqual([]);
});

test('what ends states finds each of them by its key, because a join with all of them may become a nested loop', async () => {
  const { rows } = await reader.query<{ name: string; source: string }>(
    `SELECT proname AS name, prosrc AS source FROM pg_proc WHERE proname ~ '_keep_(changed|deleted)$'
       AND EXISTS (SELECT FROM pg_trigger WHERE tgfoid = pg_proc.oid) ORDER BY proname`,
  );
  expect(rows.length).toBeGreaterThan(30);
  const statements = rows.map(({ name, source }) => ({
    name,
    updates: [...source.matchAll(/UPDATE \S+_revisions r SET [^;]*/g)].map(([text]) => text.replaceAll(/\s+/g, ' ')),
  }));
  for (const { name, updates } of statements) {
    const table = `${name.replace(/_keep_(?:changed|deleted)$/, '')}_revisions`;
    expect({ name, updates }).toEqual({
      name,
      updates: [
        `UPDATE ${table} r SET is_last = true WHERE r.id = departed.id AND r.valid_to = departed.valid_from AND NOT r.is_last`,
      ],
    });
  }
});
