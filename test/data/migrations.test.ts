// Tests that the migrations build exactly what the Prisma models declare: tables, columns, enums, keys and relations.
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { Client } from 'pg';
import { marks } from '../../src/generated/model-facts';
import { tableOf } from '../../src/data/model/model-fields';
import { modelOfConstraint } from '../../src/data/tenancy/constraints';
import { emptiedModels } from '../../src/modules/history/deleted-owners.sql';

interface Column {
  table: string;
  name: string;
  type: string;
  required: boolean;
  default: string | null;
  generated: boolean;
}

interface UniqueKey {
  table: string;
  columns: string[];
}

interface ForeignKey {
  table: string;
  name: string;
  columns: string[];
  target: string;
  targetColumns: string[];
  onDelete: string;
}

interface Catalog {
  columns: Column[];
  enums: { name: string; labels: string[] }[];
  uniqueKeys: UniqueKey[];
  foreignKeys: ForeignKey[];
}

const modelSql = execFileSync(process.execPath, [path.join(__dirname, '../../scripts/model-sql.mjs')], {
  encoding: 'utf8',
});
const modelSchema = 'as_the_models_say';
const client = new Client({ connectionString: process.env.TEST_DATABASE_URL });
let migratedSchema: string;
let migratedCatalog: Catalog;
let modelledCatalog: Catalog;

beforeAll(async () => {
  await client.connect();
  migratedSchema = (await client.query<{ name: string }>('SELECT current_schema() AS name')).rows[0]!.name;
  migratedCatalog = await readCatalog(migratedSchema);
  migratedCatalog.foreignKeys.push(...(await readKeysOfTriggers(migratedSchema)));
  // The SQL of the models runs in a separate schema and is rolled back after the catalog of that schema was read. So
  // both catalogs have PostgreSQL's own spelling of types and defaults.
  await client.query('BEGIN');
  await client.query(`CREATE SCHEMA ${modelSchema}`);
  await client.query(`SET LOCAL search_path TO ${modelSchema}`);
  await client.query(modelSql);
  modelledCatalog = await readCatalog(modelSchema);
  // Prisma declares list columns as nullable, but the migrated columns are not nullable. The difference is ignored,
  // because Prisma never reads such a list as null.
  for (const column of modelledCatalog.columns) column.required ||= column.type.endsWith('[]');
  await client.query('ROLLBACK');
});

afterAll(() => client.end());

test('every model has its table and every table its model', () => {
  const tables = (catalog: Catalog) => [...new Set(catalog.columns.map((column) => column.table))].sort();
  expect(tables(migratedCatalog)).toEqual(tables(modelledCatalog));
});

test('columns agree in name, type and nullability', () => {
  const describe = (catalog: Catalog) =>
    catalog.columns
      .map((column) => `${column.table}.${column.name} ${column.type}${column.required ? ' not null' : ''}`)
      .sort();
  expect(describe(migratedCatalog)).toEqual(describe(modelledCatalog));
});

test('columns agree in their defaults, except those the database computes', () => {
  const computedColumns = new Set(migratedCatalog.columns.filter((column) => column.generated).map(nameOf));
  const describe = (catalog: Catalog) =>
    catalog.columns
      .filter((column) => !computedColumns.has(nameOf(column)))
      .map((column) => `${nameOf(column)} = ${column.default ?? 'none'}`)
      .sort();
  expect(describe(migratedCatalog)).toEqual(describe(modelledCatalog));
});

test('every historied table has a table of past states with the same columns', async () => {
  const { rows } = await client.query<{ table: string; name: string; type: string }>(
    `SELECT relation.relname AS table, attname AS name, format_type(atttypid, atttypmod) AS type
     FROM pg_class relation JOIN pg_attribute ON attrelid = relation.oid AND attnum > 0 AND NOT attisdropped
     WHERE relation.relnamespace = $1::regnamespace AND relation.relkind = 'r'`,
    [migratedSchema],
  );
  const columnsOf = (table: string) =>
    rows
      .filter((row) => row.table === table)
      .map(({ name, type }) => `${name} ${type}`)
      .sort();
  const historiedTables = migratedCatalog.columns
    .filter(({ name }) => name === 'audit_event_id')
    .map(({ table }) => table);
  expect(historiedTables.sort()).toEqual(Object.keys(marks.historied).map(tableOf).sort());
  for (const table of historiedTables)
    expect(columnsOf(`${table}_revisions`)).toEqual(
      [...columnsOf(table), 'ended_by uuid', 'is_last boolean', 'revision_id uuid'].sort(),
    );
});

test('enums agree in values and order', () => {
  expect(migratedCatalog.enums).toEqual(modelledCatalog.enums);
});

test('every unique key of the models binds all rows of its table', () => {
  const keys = new Set(migratedCatalog.uniqueKeys.map(keyName));
  expect(modelledCatalog.uniqueKeys.map(keyName).filter((key) => !keys.has(key))).toEqual([]);
});

test('every relation of the models is guaranteed by a foreign key, with the same effect of a delete', () => {
  const missing = modelledCatalog.foreignKeys.filter((expectedForeignKey) => {
    const ownForeignKey = migratedCatalog.foreignKeys.find(
      (key) => key.table === expectedForeignKey.table && key.name === expectedForeignKey.name,
    );
    if (ownForeignKey)
      return !leadsTo(ownForeignKey, expectedForeignKey) || ownForeignKey.onDelete !== expectedForeignKey.onDelete;
    return (
      expectedForeignKey.onDelete !== 'cascade' ||
      !isImplied(expectedForeignKey.table, expectedForeignKey.columns[0]!, expectedForeignKey.target)
    );
  });
  expect(missing).toEqual([]);
});

test('every foreign key has an index on its referencing side, so that deletes and joins stay fast', async () => {
  const { rows } = await client.query<{ key: string }>(
    `SELECT key.conname AS key FROM pg_constraint key
     WHERE key.contype = 'f' AND key.connamespace = $1::regnamespace AND NOT EXISTS (
       SELECT FROM pg_index index JOIN pg_attribute attribute
         ON attribute.attrelid = key.conrelid AND attribute.attnum = key.conkey[1]
       WHERE index.indrelid = key.conrelid AND index.indkey[0] = key.conkey[1]
         AND (index.indpred IS NULL OR pg_get_expr(index.indpred, index.indrelid) = format('(%I IS NOT NULL)', attribute.attname))
     )`,
    [migratedSchema],
  );
  expect(rows.map((row) => row.key)).toEqual([]);
});

const nameOf = (column: Column) => `${column.table}.${column.name}`;
const keyName = (key: UniqueKey) => `${key.table} (${key.columns.join(', ')})`;

function leadsTo(key: ForeignKey, expectedForeignKey: ForeignKey): boolean {
  const position = key.columns.indexOf(expectedForeignKey.columns[0]!);
  return (
    key.target === expectedForeignKey.target && key.targetColumns[position] === expectedForeignKey.targetColumns[0]
  );
}

/**
 * Whether a chain of cascading foreign keys begins at this column and ends at the id of the target table. Such a chain
 * guarantees the relation without a direct foreign key.
 */
function isImplied(table: string, column: string, target: string): boolean {
  return migratedCatalog.foreignKeys.some((key) => {
    const position = key.columns.indexOf(column);
    if (key.table !== table || position < 0 || key.onDelete !== 'cascade') return false;
    const carriedTargetColumn = key.targetColumns[position]!;
    return key.target === target
      ? carriedTargetColumn === 'id'
      : key.target !== table && isImplied(key.target, carriedTargetColumn, target);
  });
}

async function readCatalog(schema: string): Promise<Catalog> {
  const rows = async <Row extends object>(sql: string) => (await client.query<Row>(sql, [schema])).rows;
  const removeSchema = (sql: string) => sql.replaceAll(`${schema}.`, '');
  const columns = await rows<Column>(
    `SELECT relation.relname AS table, attribute.attname AS name, attribute.attnotnull AS required,
       format_type(attribute.atttypid, attribute.atttypmod) AS type, attribute.attgenerated <> '' AS generated,
       pg_get_expr(value.adbin, value.adrelid) AS default
     FROM pg_class relation JOIN pg_attribute attribute ON attribute.attrelid = relation.oid
     LEFT JOIN pg_attrdef value ON value.adrelid = relation.oid AND value.adnum = attribute.attnum
     WHERE relation.relnamespace = $1::regnamespace AND relation.relkind = 'r' AND attribute.attnum > 0
       AND NOT attribute.attisdropped AND relation.relname <> '_prisma_migrations'
       AND relation.relname NOT LIKE '%\\_revisions'
       -- The first is left to replicas of the version before. The others have no model: src/data and src/auth alone read them.
       AND relation.relname NOT IN (
         'subnet_vlans', 'swept_changes', 'write_positions', 'primary_marks', 'moved_organizations')`,
  );
  return {
    columns: columns.map((column) => ({
      ...column,
      type: removeSchema(column.type),
      default: column.default && removeSchema(column.default),
    })),
    enums: await rows(
      `SELECT type.typname AS name, array_agg(value.enumlabel::text ORDER BY value.enumsortorder) AS labels
       FROM pg_type type JOIN pg_enum value ON value.enumtypid = type.oid
       WHERE type.typnamespace = $1::regnamespace GROUP BY type.typname ORDER BY type.typname`,
    ),
    uniqueKeys: await rows(
      `SELECT relation.relname AS table,
         array(SELECT pg_get_indexdef(index.indexrelid, place, true) FROM generate_series(1, index.indnkeyatts) place) AS columns
       FROM pg_index index JOIN pg_class relation ON relation.oid = index.indrelid
       WHERE relation.relnamespace = $1::regnamespace AND index.indisunique AND index.indpred IS NULL`,
    ),
    foreignKeys: await rows(
      `SELECT relation.relname AS table, key.conname AS name, target.relname AS target,
         array(SELECT attname::text FROM unnest(key.conkey) WITH ORDINALITY AS place (number, nth)
           JOIN pg_attribute ON attrelid = key.conrelid AND attnum = place.number ORDER BY nth) AS columns,
         array(SELECT attname::text FROM unnest(key.confkey) WITH ORDINALITY AS place (number, nth)
           JOIN pg_attribute ON attrelid = key.confrelid AND attnum = place.number ORDER BY nth) AS "targetColumns",
         CASE key.confdeltype WHEN 'c' THEN 'cascade' WHEN 'n' THEN 'set null' ELSE 'refuse' END AS "onDelete"
       FROM pg_constraint key JOIN pg_class relation ON relation.oid = key.conrelid
       JOIN pg_class target ON target.oid = key.confrelid
       WHERE key.contype = 'f' AND key.connamespace = $1::regnamespace AND key.conparentid = 0`,
    ),
  };
}

/**
 * Reads the foreign keys to networks and tags that the migrations implement by triggers. Rows outlive their deleted
 * network or tag until a job removes them, which a real foreign key would not allow. deleted-networks.test.ts and
 * deleted-tags.test.ts test the triggers and the jobs.
 */
async function readKeysOfTriggers(schema: string): Promise<ForeignKey[]> {
  const { rows } = await client.query<
    Record<'table' | 'name' | 'target' | 'column', string> & { isOfOrganization: boolean }
  >(
    `SELECT relname AS table, relname || '_' || key.column || '_fkey' AS name, key.target, key.column,
       bool_or(proname IN ('require_networks_of_organization', 'require_tags')) AS "isOfOrganization"
     FROM (VALUES ('network_id', 'networks'), ('tag_id', 'tags')) key ("column", target)
     CROSS JOIN pg_trigger JOIN pg_class relation ON relation.oid = tgrelid JOIN pg_proc ON pg_proc.oid = tgfoid
     WHERE relation.relnamespace = $1::regnamespace
       AND tgname IN (relname || '_' || key.column || '_fkey_insert', relname || '_' || key.column || '_fkey_update')
     GROUP BY relname, key.column, key.target HAVING count(*) = 2`,
    [schema],
  );
  return rows
    .filter(({ name, target }) => target === 'tags' || emptiedModels.has(modelOfConstraint(name)!))
    .map(({ table, name, target, column, isOfOrganization }) => ({
      ...{ table, name, target, onDelete: 'cascade' },
      columns: isOfOrganization ? [column, 'organization_id'] : [column],
      targetColumns: isOfOrganization ? ['id', 'organization_id'] : ['id'],
    }));
}
