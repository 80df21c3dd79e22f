// Tests the move of one organization between the databases of two services: every row with its id and history, nothing
// of another organization, and no write in between.
import { createPrismaClient } from '../../src/data/client';
import { sealedColumns } from '../../src/operator/copy/secrets.sql';
import { readTables, stagingPrefix } from '../../src/operator/copy/tables.sql';
import { readMoveArguments } from '../../src/operator/move';
import { giveUpMove, moveOrganization, removeMoved } from '../../src/operator/organization/move-organization.sql';
import { movedTables, rowsSql, scopeOf, unmovedTables } from '../../src/operator/organization/scopes';
import { movingSqlState } from '../../src/platform/postgres/unavailable';
import { createSecretBox } from '../../src/platform/text/sealed-secrets';
import { createAllJobs, type LoggedLines } from '../support/all-jobs';
import { postgresBinaries } from '../support/replicated-postgres';
import { requirement } from '../support/requirement';
import {
  countsOf,
  createOrganizationWorld,
  digestsOf,
  readMovedTables,
  onUrl,
  rowsOf,
  sourceKey,
  targetKey,
  type Filled,
  type OrganizationWorld,
} from './organization-world';

const { describe: describeWithPostgres } = requirement("Debian's postgresql", postgresBinaries !== undefined);

const id = '0b8e4d1c-2f6a-4a0e-9a57-3c1d5e7f9a11';
const url = 'postgresql://netloom@db.example/netloom';

test.each([
  [['--to', url], { to: url, step: 'move' }],
  [['--organization', id.toUpperCase(), '--to', url], { to: url, organizationId: id, step: 'move' }],
  [['--organization', id, '--to', url, '--give-up'], { to: url, organizationId: id, step: 'give up' }],
  [['--organization', id, '--to', url, '--remove'], { to: url, organizationId: id, step: 'remove' }],
])('the arguments %j are read', (args, expected) => {
  expect(readMoveArguments(args)).toEqual(expected);
});

test.each([
  [['--organization', id]],
  [['--organization', 'Acme', '--to', url]],
  [['--organization', id, '--to', url, '--remove', '--give-up']],
  [['--to', url, '--remove']],
  [['--to', url, '--give-up']],
])('the arguments %j are answered with the usage', (args) => {
  expect(() => readMoveArguments(args)).toThrow(/Usage: npm run move/);
});

describeWithPostgres('an organization', () => {
  let world: OrganizationWorld;
  const keys = { from: [targetKey, sourceKey], to: [targetKey, sourceKey] };
  const move = ({ organizationId }: Filled, report: (line: string) => void = () => undefined, to = world.to) =>
    moveOrganization({ from: world.from, to, organizationId }, keys, report);
  const allowHistory = (granted: boolean) =>
    world.server.query(
      granted
        ? 'GRANT SET ON PARAMETER session_replication_role TO plain'
        : 'REVOKE SET ON PARAMETER session_replication_role FROM plain',
    );
  const staged = () =>
    rowsOf<{ name: string }>(
      world.to,
      `SELECT relname AS name FROM pg_class WHERE starts_with(relname, '${stagingPrefix}')`,
    );
  const rename = (url: string, { organizationId }: Filled) =>
    rowsOf(url, `UPDATE organizations SET name = name || ' again' WHERE id = $1`, [organizationId]);
  const heldBy = () => rowsOf(world.from, `SELECT FROM pg_trigger WHERE starts_with(tgname, '_netloom_held_')`);

  beforeAll(async () => {
    world = await createOrganizationWorld();
    await allowHistory(true);
  });
  afterAll(() => world?.close());

  test('every table has its organization in a column or is listed, and moved rows refer to moved rows only', async () => {
    const tables = await onUrl(world.from, readTables);
    const names = tables.map(({ name }) => name);
    expect(tables.filter((table) => !scopeOf(table) && !(table.name in unmovedTables))).toEqual([]);
    expect(Object.keys(unmovedTables).filter((name) => !names.includes(name))).toEqual([]);
    const movedNames = movedTables(tables).map(({ name }) => name);
    const references = await rowsOf<{ table: string; target: string }>(
      world.from,
      `SELECT conrelid::regclass::text AS table, confrelid::regclass::text AS target FROM pg_constraint WHERE contype = 'f'`,
    );
    expect(references.length).toBeGreaterThan(100);
    expect(
      references.filter(({ table, target }) => movedNames.includes(table) && !movedNames.includes(target)),
    ).toEqual([]);
    const filled = await digestsOf(world.from, world.moved);
    const empty = Object.keys(filled).filter((name) => (filled[name] as { count: string }).count === '0');
    expect(empty.filter((name) => !/_(revisions|ending)$/.test(name))).toEqual(['subnet_vlans']);
  });

  test('whose addresses, identities or ids are in use in the target is refused, with all of them, and not held', async () => {
    const to = await world.addDatabase('occupied', 'target');
    const [person] = await rowsOf<{ email: string }>(world.from, 'SELECT email FROM users WHERE id = $1', [
      world.moved.personId,
    ]);
    await rowsOf(world.from, `UPDATE users SET oidc_provider = 'corp', oidc_subject = 'ada' WHERE id = $1`, [
      world.moved.personId,
    ]);
    await rowsOf(to, `UPDATE users SET email = $1 WHERE id = $2`, [person!.email, world.resident.personId]);
    await rowsOf(
      to,
      `INSERT INTO users (organization_id, email, permissions, oidc_provider, oidc_subject)
       VALUES ($1, 'other@netloom.example', 'Viewer', 'corp', 'ada')`,
      [world.resident.organizationId],
    );
    const [host] = await rowsOf<{ id: string }>(world.from, 'SELECT id FROM hosts WHERE network_id = $1 ORDER BY id', [
      world.moved.networkIds[0],
    ]);
    await rowsOf(to, `INSERT INTO hosts (id, network_id, name) VALUES ($1, $2, 'taken')`, [
      host!.id,
      world.resident.networkIds[0],
    ]);
    const before = await countsOf(to);
    const message = await move(world.moved, undefined, to).then(
      () => 'moved',
      (error: Error) => error.message,
    );
    expect(
      message
        .split('\n')
        .slice(1)
        .map((line) => line.trim())
        .sort(),
    ).toEqual([
      `hosts (id): ${host!.id}`,
      `users (email): ${person!.email}`,
      'users (oidc_provider, oidc_subject): corp ada',
    ]);
    expect(await countsOf(to)).toEqual(before);
    await rename(world.from, world.moved);
  });

  test.each([
    ['without the key of the target', { from: [sourceKey], to: [sourceKey] }, /does not have the key of the target/],
    ['without any key', { from: [sourceKey], to: [] }, /Set SECRETS_KEY/],
  ])('%s is refused', async (_, secretKeys, message) => {
    const { organizationId } = world.moved;
    const moving = moveOrganization({ from: world.from, to: world.to, organizationId }, secretKeys, () => undefined);
    await expect(moving).rejects.toThrow(message);
    expect([await staged(), await heldBy()]).toEqual([[], []]);
  });

  test('is refused where the role may not keep history, where migrations differ, and into its own database', async () => {
    await allowHistory(false);
    await expect(move(world.moved)).rejects.toThrow(/GRANT SET ON PARAMETER session_replication_role TO "plain"$/);
    await allowHistory(true);
    await expect(move(world.moved, undefined, await world.addDatabase('bare'))).rejects.toThrow(/same version/);
    await expect(move(world.moved, undefined, world.from)).rejects.toThrow(/both databases are the same/);
    await expect(move({ ...world.moved, organizationId: id })).rejects.toThrow(`has no organization ${id}`);
    expect([await staged(), await heldBy()]).toEqual([[], []]);
  });

  describe('that is being moved', () => {
    const reported: string[] = [];
    const failing = (line: string) => {
      reported.push(line);
      if (line.startsWith('organizations:')) throw new Error('the machine is switched off');
    };
    /** Whether a job deletes old rows of this table. */
    const isSwept = (name: string) =>
      /_revisions$/.test(name) ||
      ['audit_events', 'network_events', 'import_plans', 'enrolment_codes', 'idempotent_answers'].includes(name) ||
      ['webhook_deliveries', 'mail_rule_events', 'deleted_networks'].includes(name);
    /** Copies rows of an organization with new ids, and with the values in `changes`. */
    const multiply = (table: string, { organizationId }: Filled, count: number, changes: object) =>
      rowsOf(
        world.from,
        `INSERT INTO ${table} SELECT (jsonb_populate_record(r, $2::jsonb || jsonb_build_object('id', gen_random_uuid()))).*
         FROM ${table} r, generate_series(1, $3::int)
         WHERE r.id = (SELECT id FROM ${table} WHERE organization_id = $1 LIMIT 1)`,
        [organizationId, JSON.stringify(changes), count],
      );
    beforeAll(async () => {
      // Tables of the operator, with and without a column that could lead to an organization.
      await rowsOf(world.from, 'CREATE TABLE operator_notes (id int, organization_id uuid)');
      await rowsOf(world.from, 'CREATE TABLE operator_lists (id int)');
      await rowsOf(world.to, 'CREATE TABLE operator_places (id int)');
      for (const filled of [world.moved, world.neighbor]) {
        // The rows of the moved organization come first, and are more than a job deletes at a time.
        const count = filled === world.moved ? 1_200 : 1;
        const old = '2020-01-01T00:00:00Z';
        await multiply('audit_events', filled, count, { created_at: old });
        await multiply('network_events', filled, count, { created_at: old });
        await multiply('import_plans', filled, Math.min(count, 12), { expires_at: old });
        await rowsOf(world.from, `INSERT INTO networks (organization_id, name) VALUES ($1, 'deleted')`, [
          filled.organizationId,
        ]);
        await rowsOf(
          world.from,
          `INSERT INTO hosts (network_id, name) SELECT id, 'deleted' FROM networks WHERE organization_id = $1 AND name = 'deleted'`,
          [filled.organizationId],
        );
        await rowsOf(world.from, `DELETE FROM networks WHERE organization_id = $1 AND name = 'deleted'`, [
          filled.organizationId,
        ]);
      }
      await rowsOf(
        world.from,
        `INSERT INTO sessions (user_id, token_hash, expires_at) VALUES ($1, repeat('f', 64), now() - interval '1 year')`,
        [world.moved.personId],
      );
      await expect(move(world.moved, failing)).rejects.toThrow(/switched off. Run the command again/);
    });

    test('is moved without tables that only one of the databases has, and names them', () => {
      expect(reported.filter((line) => line.includes('left out'))).toEqual(
        ['operator_lists', 'operator_notes'].map((name) => `${name}: left out, because it is not a table of Netloom.`),
      );
    });

    test('can be read and not written in any of its tables, while another one is written', async () => {
      const tables = await onUrl(world.from, readMovedTables);
      const outcomes = await onUrl(world.from, async (client) => {
        const codes: Record<string, unknown> = {};
        for (const table of tables) {
          const { name, columns, scope } = table;
          const scoped = rowsSql(table, world.moved.organizationId).replace(/^SELECT .*? FROM/s, 'SELECT ctid FROM');
          const codeOf = (sql: string) =>
            client.query(sql).then(
              ({ rowCount }) => rowCount,
              (error: { code: string }) => error.code,
            );
          const { rowCount } = await client.query(scoped);
          if (rowCount === 0) continue;
          const condition = `ctid IN (${scoped})`;
          // The UPDATE does not change the value of the organization's id, but must count as a write all the same.
          codes[name] = [
            await codeOf(`UPDATE ${name} SET ${scope} = ${scope} WHERE ${condition}`),
            await codeOf(`DELETE FROM ${name} WHERE ${condition}`),
            await codeOf(
              `INSERT INTO ${name} (${columns.join()}) SELECT ${columns.join()} FROM ${name} WHERE ${condition}`,
            ),
          ];
        }
        return codes;
      });
      const refused = [movingSqlState, movingSqlState, movingSqlState];
      const { mails, webhook_deliveries: messages, mail_rule_events: ruleEvents, ...others } = outcomes;
      expect(Object.values(others)).toEqual(Object.values(others).map(() => refused));
      expect(Object.keys(others).length).toBeGreaterThan(60);
      // Only jobs update or delete mails. For a moving organization, such statements skip its mails instead of failing.
      expect(mails).toEqual([0, 0, movingSqlState]);
      // Jobs delete old messages to webhooks and old events of mail rules. These deletes skip the rows of a moving
      // organization.
      expect([messages, ruleEvents]).toEqual([
        [movingSqlState, 0, movingSqlState],
        [movingSqlState, 0, movingSqlState],
      ]);
      await rename(world.from, world.neighbor);
      await rowsOf(world.from, `INSERT INTO networks (organization_id, name) VALUES ($1, 'three')`, [
        world.neighbor.organizationId,
      ]);
    });

    test('is left out by jobs over all organizations, and reads may note when a credential was used', async () => {
      const { organizationId, personId } = world.moved;
      await rowsOf(world.from, 'UPDATE mails SET claimed_at = now()');
      expect(
        await rowsOf(world.from, 'SELECT claimed_at FROM mails WHERE organization_id = $1 AND claimed_at IS NOT NULL', [
          organizationId,
        ]),
      ).toEqual([]);
      await rowsOf(world.from, 'UPDATE daemon_polls SET due_at = now(), leased_until = now()');
      await rowsOf(world.from, 'UPDATE user_api_keys SET last_used = now()');
      await rowsOf(world.from, 'UPDATE sessions SET last_used_at = now() WHERE user_id = $1', [personId]);
      const sweep = `DELETE FROM sessions WHERE expires_at < now() - interval '30 days' RETURNING id`;
      expect(await rowsOf(world.from, sweep)).toHaveLength(1);
    });

    test('does not stop the jobs for another one, not even by more rows than a job handles at a time', async () => {
      const later = Date.now() + 400 * 24 * 3_600_000;
      const oldRowsOf = ({ organizationId }: Filled) =>
        onUrl(world.from, async (client) => {
          const counts: Record<string, number> = {};
          for (const table of (await readMovedTables(client)).filter(({ name }) => isSwept(name))) {
            const { rows } = await client.query<{ count: number }>(
              `SELECT count(*)::int AS count FROM (${rowsSql(table, organizationId)}) t`,
            );
            counts[table.name] = rows[0]!.count;
          }
          return counts;
        });
      // A snapshot keeps the states of its instant, so no job deletes them.
      await rowsOf(world.from, 'DELETE FROM snapshots WHERE network_id = ANY($1)', [world.neighbor.networkIds]);
      const moved = await oldRowsOf(world.moved);
      const before = await oldRowsOf(world.neighbor);
      expect(Object.values(before).filter((count) => count > 0).length).toBeGreaterThan(8);
      const prisma = createPrismaClient(world.from, { poolSize: 4 });
      const lines: LoggedLines = { errors: [], warned: [] };
      try {
        for (const job of createAllJobs(prisma, createSecretBox([sourceKey]), lines))
          for (const minutes of [0, 10, 20]) {
            const running = job.run(new Date(later + minutes * 60_000), new AbortController().signal);
            expect([job.name, await Promise.resolve(running).then(() => 'ended', String)]).toEqual([job.name, 'ended']);
          }
      } finally {
        await prisma.$disconnect();
      }
      const left = await oldRowsOf(world.neighbor);
      expect(Object.entries(left).filter(([, count]) => count > 0)).toEqual([]);
      expect(await oldRowsOf(world.moved)).toEqual(moved);
      const ids = [world.moved.organizationId, ...world.moved.networkIds];
      expect(lines.errors.filter((line) => /being moved/.test(line) || ids.some((one) => line.includes(one)))).toEqual(
        [],
      );
    });

    test('arrives whole, continued where the move was interrupted, and nothing of another one arrives', async () => {
      const [movedDigests, neighbor, resident] = await Promise.all([
        digestsOf(world.from, world.moved),
        digestsOf(world.from, world.neighbor),
        digestsOf(world.to, world.resident),
      ]);
      const before = await countsOf(world.to);
      const counts = (await move(world.moved))!;
      expect(counts).toMatchObject({
        closedCount: 0,
        tableCount: Object.keys(movedDigests).length + sealedColumns.length,
      });
      expect(counts.skippedCount).toBeGreaterThan(10);
      expect(counts.sealedCount).toBeGreaterThan(2);
      expect(await digestsOf(world.to, world.moved)).toEqual(movedDigests);
      expect(await digestsOf(world.to, world.resident)).toEqual(resident);
      expect(await digestsOf(world.from, world.neighbor)).toEqual(neighbor);
      const after = await countsOf(world.to);
      const added = Object.keys(after).filter((name) => after[name] !== before[name]);
      expect(added.filter((name) => name in unmovedTables)).toEqual(['network_changes']);
      for (const [name, digest] of Object.entries(movedDigests))
        expect([name, after[name]! - before[name]!]).toEqual([name, Number((digest as { count: string }).count)]);
      const box = createSecretBox([targetKey]);
      for (const { table, id: key, column } of sealedColumns) {
        const rows = await rowsOf<{ id: string; sealed: Buffer }>(
          world.to,
          `SELECT ${key} AS id, ${column} AS sealed FROM ${table}`,
        );
        expect(rows.map((row) => box.open(row.id, row.sealed))).toEqual(rows.map(() => ({ of: table })));
      }
      expect(await staged()).toEqual([]);
    });

    test('goes on in the target: its next change is later than all others, is heard, and becomes history', async () => {
      const [networkId] = world.moved.networkIds;
      const latest = (sql: string) =>
        rowsOf<{ at: Date }>(world.to, sql, [networkId]).then(([row]) => row!.at.getTime());
      const [states, changes] = [
        'SELECT max(valid_from) AS at FROM hosts WHERE network_id = $1',
        'SELECT max(changed_at) AS at FROM network_changes WHERE network_id = $1',
      ];
      const [before, heard] = [await latest(states), await latest(changes)];
      await rowsOf(world.to, `UPDATE hosts SET name = 'renamed' WHERE network_id = $1`, [networkId]);
      expect(await latest(states)).toBeGreaterThan(before);
      expect(await latest(changes)).toBeGreaterThan(heard);
      expect(
        await rowsOf(
          world.to,
          `SELECT FROM hosts_revisions WHERE network_id = $1 AND valid_to = (
          SELECT max(valid_from) FROM hosts WHERE network_id = $1)`,
          [networkId],
        ),
      ).not.toEqual([]);
    });

    test('is not moved twice and not given up, and is removed from the source when that is asked for', async () => {
      const { organizationId } = world.moved;
      const both = { from: world.from, to: world.to, organizationId };
      expect(await move(world.moved)).toBeUndefined();
      await expect(giveUpMove(both)).rejects.toThrow(/its move is finished/);
      await expect(removeMoved({ ...both, organizationId: world.neighbor.organizationId })).rejects.toThrow(
        /is not moved/,
      );
      const [there, neighbor] = [await digestsOf(world.to, world.moved), await digestsOf(world.from, world.neighbor)];
      await removeMoved(both);
      expect(await rowsOf(world.from, 'SELECT FROM organizations WHERE id = $1', [organizationId])).toEqual([]);
      expect(await rowsOf(world.from, 'SELECT FROM users WHERE organization_id = $1', [organizationId])).toEqual([]);
      expect(await rowsOf(world.from, 'SELECT FROM moved_organizations')).toEqual([]);
      expect(await rowsOf(world.from, 'SELECT FROM mails WHERE organization_id = $1', [organizationId])).toEqual([]);
      expect(await heldBy()).toEqual([]);
      expect(await digestsOf(world.to, world.moved)).toEqual(there);
      expect(await digestsOf(world.from, world.neighbor)).toEqual(neighbor);
    });
  });

  test('whose move is given up is written again, and the target has nothing of it', async () => {
    const failing = (line: string) => {
      if (line.startsWith('The rows are copied')) throw new Error('the cable is cut');
    };
    await expect(move(world.neighbor, failing)).rejects.toThrow(/cable/);
    expect(await rowsOf(world.from, 'SELECT organization_id FROM moved_organizations')).toEqual([
      { organization_id: world.neighbor.organizationId },
    ]);
    await expect(rename(world.from, world.neighbor)).rejects.toMatchObject({ code: movingSqlState });
    const { organizationId } = world.neighbor;
    await giveUpMove({ from: world.from, to: world.to, organizationId });
    await rename(world.from, world.neighbor);
    expect([await staged(), await heldBy()]).toEqual([[], []]);
    expect(await rowsOf(world.from, 'SELECT FROM moved_organizations')).toEqual([]);
    expect(await rowsOf(world.to, 'SELECT FROM organizations WHERE id = $1', [organizationId])).toEqual([]);
  });

  test('waits for a writer, whose write is moved as well', async () => {
    const { networkIds } = world.neighbor;
    await onUrl(world.from, async (writer) => {
      await writer.query('BEGIN');
      await writer.query(`UPDATE hosts SET name = 'just before' WHERE network_id = $1`, [networkIds[0]]);
      const moving = move(world.neighbor);
      await new Promise((resolve) => setTimeout(resolve, 4_000));
      await writer.query('COMMIT');
      await moving;
    });
    const names = await rowsOf<{ name: string }>(world.to, 'SELECT DISTINCT name FROM hosts WHERE network_id = $1', [
      networkIds[0],
    ]);
    expect(names).toEqual([{ name: 'just before' }]);
  });
});
