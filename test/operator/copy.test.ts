// Tests backup, restore and move: a copy has exactly the rows of its source, an interrupted copy is continued, and no
// service starts with an incomplete copy.
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { gunzipSync, gzipSync } from 'node:zlib';
import { Client } from 'pg';
import { createPrismaClient } from '../../src/data/client';
import { saveBackup } from '../../src/operator/backup';
import { openArchive } from '../../src/operator/copy/archive';
import { sealedColumns } from '../../src/operator/copy/secrets.sql';
import { databaseSource, type Source } from '../../src/operator/copy/source';
import { digestOf, digestOfAllColumns, readTables } from '../../src/operator/copy/tables.sql';
import { copyInto, type CopyCounts } from '../../src/operator/copy/target.sql';
import { readMoveArguments } from '../../src/operator/move';
import { migrate, readMigrations } from '../../src/platform/postgres/migrate';
import { createSecretBox } from '../../src/platform/text/sealed-secrets';
import { createMigratedDatabase, createOwnDatabase, type OwnDatabase } from '../support/own-database';
import { fillOrganization } from '../support/populate';

const oldKey = randomBytes(32);
const newKey = randomBytes(32);
const keys = { from: [oldKey], to: [newKey] };
/** Texts that look like line ends, escapes or markers of a backup file, and must be copied unchanged. */
const oddTexts = [
  '\\.',
  'a\n\\.\nb',
  '\\N',
  'tab\tand\\backslash',
  '\r\n',
  '',
  '🦊 ‮',
  `-- complete 3`,
  'x'.repeat(300_000),
];

const folder = mkdtempSync(path.join(tmpdir(), 'netloom-copy-'));
const databases: OwnDatabase[] = [];
const emptyDatabase = async (options?: { locale: 'C' }) => {
  const database = await createOwnDatabase(options);
  databases.push(database);
  return database;
};
let source: OwnDatabase;
let file: string;
let networkIds: string[];

async function onDatabase<T>({ url }: OwnDatabase, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  return work(client).finally(() => client.end());
}

beforeAll(async () => {
  source = await createMigratedDatabase();
  databases.push(source);
  const prisma = createPrismaClient(source.url, { poolSize: 2 });
  const { id: organizationId } = await prisma.organization.create({ data: { name: 'Copied' } });
  const filledOrganization = await fillOrganization(prisma, organizationId);
  networkIds = [];
  for (const name of ['one', 'two']) {
    const network = await prisma.network.create({ data: { name, organizationId } });
    networkIds.push(network.id);
    await filledOrganization.fillNetwork(network.id);
  }
  await prisma.tag.createMany({
    data: oddTexts.map((description, at) => ({ name: `odd ${at}`, description, organizationId })),
  });
  await prisma.$disconnect();
  await source.query(`UPDATE hosts SET name = name || ' again'`);
  await source.query(`UPDATE networks SET name = 'ÉCOLE 7' WHERE id = $1`, [networkIds[1]]);
  await source.query(`INSERT INTO write_positions (credential_id, timeline, lsn) VALUES (gen_random_uuid(), 1, 1e15)`);
  await source.query('INSERT INTO swept_changes (network_id, mark_count) VALUES (gen_random_uuid(), 1)');
  await source.query(`INSERT INTO primary_marks (mark) VALUES ('of another server')`);
  await source.query('INSERT INTO moved_organizations (organization_id) VALUES (gen_random_uuid())');
  const box = createSecretBox([oldKey]);
  for (const { table, id, column } of sealedColumns)
    for (const row of await source.query<{ id: string }>(`SELECT ${id} AS id FROM ${table}`))
      await source.query(`UPDATE ${table} SET ${column} = $1 WHERE ${id} = $2`, [
        Buffer.from(box.seal(row.id, { of: table })),
        row.id,
      ]);
  file = path.join(folder, 'backup.gz');
  await saveBackup(source.url, file, oldKey);
});
afterAll(async () => {
  await Promise.all(databases.map((database) => database.drop()));
  rmSync(folder, { recursive: true, force: true });
});

const restore = async ({ url }: OwnDatabase, from = file): Promise<CopyCounts> => {
  const archive = await openArchive(from);
  return copyInto(url, archive, keys, () => undefined).finally(() => archive.close());
};
const changedOnPurpose = new Set([
  'network_changes',
  'swept_changes',
  'write_positions',
  'primary_marks',
  ...sealedColumns.map(({ table }) => table),
]);
const digests = (database: OwnDatabase) =>
  onDatabase(database, async (client) => {
    const digestsByTable: Record<string, unknown> = {};
    for (const table of await readTables(client))
      if (!changedOnPurpose.has(table.name)) digestsByTable[table.name] = await digestOf(client, table);
    return digestsByTable;
  });
/** All constraints, triggers and indexes of a database. */
const structure = (database: OwnDatabase) =>
  database.query(
    `SELECT conrelid::regclass::text AS of, conname AS name, pg_get_constraintdef(oid) AS text, '' AS state FROM pg_constraint
     WHERE connamespace = 'public'::regnamespace
     UNION ALL SELECT tgrelid::regclass::text, tgname, pg_get_triggerdef(oid), tgenabled::text FROM pg_trigger WHERE NOT tgisinternal
     UNION ALL SELECT tablename, indexname, indexdef, '' FROM pg_indexes WHERE schemaname = 'public' ORDER BY 1, 2, 3`,
  );

async function expectCopy(database: OwnDatabase): Promise<void> {
  expect(await digests(database)).toEqual(await digests(source));
  expect(await structure(database)).toEqual(await structure(source));
  const ofServer = ['write_positions', 'primary_marks', 'swept_changes'];
  for (const name of ofServer) expect(await database.query(`SELECT FROM ${name}`)).toEqual([]);
  const box = createSecretBox([newKey]);
  for (const { table, id, column } of sealedColumns) {
    const rows = await database.query<{ id: string; sealed: Buffer }>(
      `SELECT ${id} AS id, ${column} AS sealed FROM ${table}`,
    );
    expect(rows.length).toBeGreaterThan(0);
    expect(rows.map((row) => box.open(row.id, row.sealed))).toEqual(rows.map(() => ({ of: table })));
  }
}

test('every encrypted column of the models is known, and nothing is numbered by a sequence', async () => {
  const models = readFileSync(path.join('prisma', 'schema.prisma'), 'utf8');
  const folderOfModels = path.join('prisma', 'models');
  const text = ['credential', 'daemon-poll', 'second-factor', 'webhook'].map((name) =>
    readFileSync(path.join(folderOfModels, `${name}.prisma`), 'utf8'),
  );
  expect(text.join('\n').match(/encrypted by the service/g)).toHaveLength(sealedColumns.length);
  expect(models).not.toMatch(/encrypted by the service/);
  expect(await source.query('SELECT FROM pg_sequences')).toEqual([]);
});

test('a backup is readable by its owner alone, has present and past rows, and is not overwritten', async () => {
  expect(statSync(file).mode & 0o777).toBe(0o600);
  await expect(saveBackup(source.url, file, undefined)).rejects.toThrow(/exists: name a new file/);
  const text = gunzipSync(readFileSync(file)).toString();
  const heads = [...text.matchAll(/^-- table (.*)$/gm)].map(
    ([, head]) => JSON.parse(head!) as { name: string; digest: { count: string } },
  );
  const emptyNames = heads.filter(({ digest }) => digest.count === '0').map(({ name }) => name);
  expect(emptyNames.filter((name) => !name.endsWith('_revisions'))).toEqual(['subnet_vlans']);
  expect(emptyNames).not.toContain('hosts_revisions');
});

test('a restored backup has the rows, constraints and secrets of its source, and newer changes are heard', async () => {
  const target = await emptyDatabase();
  const counts = await restore(target);
  expect(counts).toMatchObject({ skippedCount: 0, closedCount: 0 });
  await expectCopy(target);
  const changes = () =>
    target.query<{ highest: string }>(
      'SELECT max(transaction_id) AS highest FROM network_changes WHERE network_id = $1',
      [networkIds[0]],
    );
  const [before] = await changes();
  await target.query(`UPDATE hosts SET name = 'renamed' WHERE network_id = $1`, [networkIds[0]]);
  const [after] = await changes();
  expect(BigInt(after!.highest)).toBeGreaterThan(BigInt(before!.highest));
  await expect(restore(target)).rejects.toThrow(/has organizations already/);
});

test('a backup and a move reach a database that folds other letters, and its generated names follow its own rule', async () => {
  const natural = async (database: OwnDatabase) =>
    (await database.query('SELECT name, natural_name FROM networks WHERE id = $1', [networkIds[1]]))[0];
  const [ofBackup, ofMove] = [await emptyDatabase({ locale: 'C' }), await emptyDatabase({ locale: 'C' })];
  await restore(ofBackup);
  await onDatabase(source, async (client) => {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ');
    return copyInto(ofMove.url, await databaseSource(client), keys, () => undefined);
  });
  for (const target of [ofBackup, ofMove]) {
    await expectCopy(target);
    expect(await natural(target)).toMatchObject({ name: 'ÉCOLE 7' });
    expect(await natural(target)).not.toEqual(await natural(source));
  }
});

test('a backup of format 1, whose digests cover generated columns too, is restored', async () => {
  const hashes = await onDatabase(source, async (client) => {
    const all: [name: string, hash: string][] = [];
    for (const table of await readTables(client))
      all.push([table.name, (await digestOfAllColumns(client, table)).hash]);
    return new Map(all);
  });
  let changedCount = 0;
  const text = gunzipSync(readFileSync(file))
    .toString('latin1')
    .replace('"format":2', '"format":1')
    .replace(/^-- table (.*)$/gm, (_line, json: string) => {
      const head = JSON.parse(json) as { name: string; digest: { hash: string } };
      const hash = hashes.get(head.name)!;
      if (hash !== head.digest.hash) changedCount += 1;
      return `-- table ${JSON.stringify({ ...head, digest: { ...head.digest, hash } })}`;
    });
  const earlier = path.join(folder, 'format-1.gz');
  writeFileSync(earlier, gzipSync(Buffer.from(text, 'latin1')));
  const target = await emptyDatabase();
  await restore(target, earlier);
  expect(changedCount).toBeGreaterThan(5);
  await expectCopy(target);
});

test('a backup from before a migration is restored and then migrated', async () => {
  const [older, target] = [await emptyDatabase(), await emptyDatabase()];
  const names = (await readMigrations()).map(({ name }) => name);
  await migrate(older.url, { only: new Set(names.slice(0, -1)) });
  await older.query(`INSERT INTO organizations (id, name, updated_at) VALUES (gen_random_uuid(), 'Older', now())`);
  const olderFile = path.join(folder, 'older.gz');
  await saveBackup(older.url, olderFile, undefined);
  await restore(target, olderFile);
  expect(await target.query('SELECT name FROM organizations')).toEqual([{ name: 'Older' }]);
  expect(await target.query('SELECT migration_name AS name FROM _prisma_migrations ORDER BY 1')).toEqual(
    names.map((name) => ({ name })),
  );
  const tooNew = await createMigratedDatabase();
  databases.push(tooNew);
  await expect(restore(tooNew, olderFile)).rejects.toThrow(/a copy needs an empty database/);
});

describe('objects of the operator in the schema', () => {
  const own = [
    `CREATE TABLE "Operator's notes" (id serial PRIMARY KEY, note text)`,
    `INSERT INTO "Operator's notes" (note) VALUES ('one'), ('two')`,
    'CREATE TABLE operator_empty (id uuid REFERENCES organizations)',
    'CREATE TABLE operator_parts (id int, at date) PARTITION BY RANGE (at)',
    `CREATE TABLE operator_part PARTITION OF operator_parts FOR VALUES FROM ('2026-01-01') TO ('2027-01-01')`,
    `INSERT INTO operator_parts VALUES (1, '2026-05-05')`,
    'CREATE VIEW operator_view AS SELECT name FROM organizations',
    'CREATE MATERIALIZED VIEW operator_names AS SELECT name FROM organizations',
    'CREATE SEQUENCE operator_sequence',
    'CREATE FUNCTION operator_function() RETURNS int LANGUAGE sql AS $$ SELECT 1 $$',
  ];
  const names = [`Operator's notes`, 'operator_empty', 'operator_part'];
  const removed = [
    `DROP TABLE "Operator's notes", operator_empty, operator_parts`,
    'DROP VIEW operator_view',
    'DROP MATERIALIZED VIEW operator_names',
    'DROP SEQUENCE operator_sequence',
    'DROP FUNCTION operator_function',
  ];

  test.each(['a backup', 'a move'])('do not stop %s, which leaves out their tables and names them', async (way) => {
    const target = await emptyDatabase();
    const lines: string[] = [];
    for (const sql of own) await source.query(sql);
    try {
      if (way === 'a backup') {
        const withOwn = path.join(folder, 'with-own-tables.gz');
        await saveBackup(source.url, withOwn, oldKey);
        const archive = await openArchive(withOwn);
        await copyInto(target.url, archive, keys, (line) => lines.push(line)).finally(() => archive.close());
      } else
        await onDatabase(source, async (client) => {
          await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ');
          return copyInto(target.url, await databaseSource(client), keys, (line) => lines.push(line));
        });
    } finally {
      for (const sql of removed) await source.query(sql);
    }
    expect(lines.filter((line) => line.includes('left out'))).toEqual(
      names.map((name) => `${name}: left out, because it is not a table of Netloom.`),
    );
    await expectCopy(target);
  });
});

describe('a damaged backup', () => {
  const damaged = (change: (text: Buffer) => Buffer, compress = gzipSync as (text: Buffer) => Buffer) => {
    const name = path.join(folder, `${randomBytes(4).toString('hex')}.gz`);
    writeFileSync(name, compress(change(gunzipSync(readFileSync(file)))));
    return name;
  };
  const cut = (share: number) => () => readFileSync(file).subarray(0, Math.floor(statSync(file).size * share));

  test('is refused, leaves a database with which nothing starts, and the whole one completes it', async () => {
    const target = await emptyDatabase();
    const replaced = (from: string, to: string) =>
      damaged((text) => Buffer.from(text.toString('latin1').replace(from, to), 'latin1'));
    // All damaged files are restored to one database, one after the other. A restore skips the tables that an earlier
    // restore has completed, so the files with wrong rows come first.
    const files = [
      replaced('Copied', 'Copiex'),
      replaced('odd 3', 'odd X'),
      ...[0, 0.2, 0.6, 0.99].map((share) => damaged((text) => text, cut(share))),
      damaged((text) => text.subarray(0, text.length - 20)),
      damaged(
        (text) => text,
        (text) => text,
      ),
      replaced('-- netloom', '-- another'),
      replaced('-- table', '-- chair'),
      replaced('"format":2', '"format":3'),
    ];
    const messages: string[] = [];
    for (const one of files)
      messages.push(
        await restore(target, one).then(
          () => 'restored',
          (error: Error) => `${error.name} ${error.message.replaceAll(folder, '')}`,
        ),
      );
    expect(messages.map((message, at) => [at, /^StartError .*\.$/.test(message) || message])).toEqual(
      files.map((_, at) => [at, true]),
    );
    await expect(migrate(target.url)).rejects.toThrow(/unfinished copy/);
    await expect(onDatabase(target, databaseSource)).rejects.toThrow(/unfinished copy/);
    expect((await restore(target)).skippedCount).toBeGreaterThan(10);
    await expectCopy(target);
  });

  test('of a newer version or of changed migrations is refused before anything is written', async () => {
    const target = await emptyDatabase();
    const { name } = (await readMigrations()).at(-1)!;
    const newer = damaged((text) =>
      Buffer.from(text.toString('latin1').replace(name, '29990101000000_later'), 'latin1'),
    );
    await expect(restore(target, newer)).rejects.toThrow(/is newer than this Netloom/);
    expect(await target.query(`SELECT FROM pg_class WHERE relnamespace = 'public'::regnamespace`)).toEqual([]);
  });
});

describe('a move', () => {
  const move = (target: OwnDatabase, change: (from: Source) => Source = (from) => from) =>
    onDatabase(source, async (client) => {
      await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ');
      return copyInto(target.url, change(await databaseSource(client)), keys, () => undefined);
    });

  test('that ends in the middle of a table is continued, and rows that changed since are copied again', async () => {
    const target = await emptyDatabase();
    const breaking = (from: Source): Source => ({
      ...from,
      tables: (async function* () {
        for await (const table of from.tables) {
          if (table.name !== 'tags') yield table;
          else yield { ...table, rows: () => Readable.from(Buffer.from('half a row')) };
          if (table.name === 'tags') return;
        }
      })(),
    });
    await expect(move(target, breaking)).rejects.toThrow(/Run the command again/);
    await source.query(`UPDATE organizations SET name = 'Copied later'`);
    const { skippedCount, tableCount } = await move(target);
    expect(skippedCount).toBeGreaterThan(10);
    expect(skippedCount).toBeLessThan(tableCount);
    await expectCopy(target);
  });

  test('waits for nobody: a second one into the same database is refused', async () => {
    const target = await emptyDatabase();
    await onDatabase(target, async (client) => {
      await client.query(`SELECT pg_advisory_lock(hashtext('netloom_unfinished_copy'))`);
      await expect(move(target)).rejects.toThrow(/copy into this database is running/);
    });
  });

  test('without a key for the secrets is refused before anything is written', async () => {
    const target = await emptyDatabase();
    const moving = onDatabase(source, async (client) =>
      copyInto(target.url, await databaseSource(client), { from: [oldKey], to: [] }, () => undefined),
    );
    await expect(moving).rejects.toThrow(/Set SECRETS_KEY/);
    expect(await target.query(`SELECT FROM pg_class WHERE relnamespace = 'public'::regnamespace`)).toEqual([]);
  });

  test('secrets that no key opens stay, and are counted', async () => {
    const target = await emptyDatabase();
    const counts = await onDatabase(source, async (client) => {
      await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ');
      return copyInto(target.url, await databaseSource(client), { from: [], to: [newKey] }, () => undefined);
    });
    expect(counts.sealedCount).toBe(0);
    expect(counts.closedCount).toBeGreaterThan(2);
  });

  test.each([[[]], [['--to']], [['--to', 'mysql://x/y']], [['--to', '']], [['x']], [['--from', 'x']]])(
    'the arguments %j are answered with the usage',
    (args) => {
      expect(() => readMoveArguments(args)).toThrow(/Usage: npm run move/);
    },
  );
});
