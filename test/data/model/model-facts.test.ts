// Tests that src/generated/model-facts.ts, which is generated from the Prisma models, agrees with the database: tables,
// columns, types, relations, and marks such as `@historied`.
import { Client } from 'pg';
import { enums, marks, models } from '../../../src/generated/model-facts';
import { columnsOf, modelNames, relationsOf, tableOf } from '../../../src/data/model/model-fields';

const client = new Client({ connectionString: process.env.TEST_DATABASE_URL });
beforeAll(() => client.connect());
afterAll(() => client.end());

const rowsOf = async <Row extends object>(sql: string, values?: unknown[]) =>
  (await client.query<Row>(sql, values)).rows;
const sortTexts = (texts: Iterable<string>) => [...texts].sort();

interface StoredColumn {
  readonly name: string;
  readonly type: string;
  readonly isNullable: boolean;
  readonly isList: boolean;
}
const typesOfKind: Record<string, readonly string[]> = {
  ...{ uuid: ['uuid'], inet: ['inet', 'cidr'], text: ['text'], int: ['integer'], bigint: ['bigint'] },
  ...{
    float: ['double precision'],
    time: ['timestamp(3) with time zone'],
    boolean: ['boolean'],
    json: ['jsonb'],
    bytes: ['bytea'],
  },
};

test.each(modelNames)('the table and the columns of %s', async (model) => {
  const storedColumns = await rowsOf<StoredColumn>(
    `SELECT attname AS name, format_type(coalesce(nullif(typelem, 0), atttypid), atttypmod) AS type,
       typelem <> 0 AS "isList", NOT attnotnull AND relkind = 'r' AS "isNullable"
     FROM pg_attribute JOIN pg_class relation ON relation.oid = attrelid JOIN pg_type type ON type.oid = atttypid
     WHERE relation.relnamespace = current_schema::regnamespace AND relname = $1 AND attnum > 0 AND NOT attisdropped`,
    [tableOf(model)],
  );
  const columns = [...columnsOf(model).values()];
  expect(sortTexts(columns.map(({ sqlName }) => sqlName))).toEqual(sortTexts(storedColumns.map(({ name }) => name)));
  for (const { sqlName, kind, isNullable, isList, enumName } of columns) {
    const foundColumn = storedColumns.find(({ name }) => name === sqlName)!;
    expect([sqlName, isNullable, isList]).toEqual([sqlName, foundColumn.isNullable, foundColumn.isList]);
    if (enumName === undefined) expect(typesOfKind[kind]).toContain(foundColumn.type);
    else expect(await labelsOf(foundColumn.type)).toEqual(enums[enumName]);
  }
});

const labelsOf = async (type: string) =>
  (
    await rowsOf<{ label: string }>(
      `SELECT enumlabel AS label FROM pg_enum WHERE enumtypid = $1::regtype ORDER BY enumsortorder`,
      [type],
    )
  ).map(({ label }) => label);

test('a default that is a value is the default of the database', async () => {
  const storedValues = await rowsOf<{ table: string; column: string; value: string }>(
    `SELECT adrelid::regclass::text AS table, attname AS column, pg_get_expr(adbin, adrelid) AS value
     FROM pg_attrdef JOIN pg_attribute ON attrelid = adrelid AND attnum = adnum
     JOIN pg_class relation ON relation.oid = adrelid WHERE relnamespace = current_schema::regnamespace`,
  );
  const valueOf = new Map(storedValues.map(({ table, column, value }) => [`${table}.${column}`, value]));
  const defaults = modelNames.flatMap((model) =>
    [...columnsOf(model).values()]
      .filter(({ defaultValue }) => defaultValue !== undefined)
      .map((column) => ({ model, column, sql: valueOf.get(`${tableOf(model)}.${column.sqlName}`) })),
  );
  expect(defaults.map(({ column }) => column.kind)).toEqual(expect.arrayContaining(['int', 'boolean', 'text', 'json']));
  for (const { model, column, sql } of defaults) {
    const columnFacts = [model, column.name, sql];
    expect(columnFacts).toEqual([model, column.name, expect.any(String)]);
    const [row] = await rowsOf<{ value: unknown }>(`SELECT to_jsonb(${sql}) AS value`);
    expect([...columnFacts, row!.value]).toEqual([...columnFacts, column.defaultValue]);
  }
});

test('every foreign key of the database begins at a column whose relation leads to the model of its table', async () => {
  const keys = await rowsOf<{ table: string; column: string; target: string }>(
    `SELECT conrelid::regclass::text AS table, confrelid::regclass::text AS target,
       substr(conname, length(conrelid::regclass::text) + 2, length(conname) - length(conrelid::regclass::text) - 6) AS column
     FROM pg_constraint WHERE contype = 'f' AND connamespace = current_schema::regnamespace AND conparentid = 0`,
  );
  const knownKeys = keys.filter(({ table }) => modelNames.some((model) => tableOf(model) === table));
  expect(knownKeys.length).toBeGreaterThan(80);
  for (const { table, column, target } of knownKeys) {
    const model = modelNames.find((name) => tableOf(name) === table)!;
    const field = [...columnsOf(model).values()].find(({ sqlName }) => sqlName === column)?.name;
    const relation = [...relationsOf(model).values()].find(
      ({ foreignKey }) => foreignKey.isHere && foreignKey.field === field,
    );
    expect([table, column, relation && tableOf(relation.model)]).toEqual([table, column, target]);
  }
});

test('every historied model, and no other, has a table of past states, limited by the column that its mark names', async () => {
  const twins = await rowsOf<{ table: string; scope: string }>(
    `SELECT substr(indexrelid::regclass::text, 1, length(indexrelid::regclass::text) - length('_revisions_scope_idx')) AS table,
       pg_get_indexdef(indexrelid, 1, true) AS scope
     FROM pg_index JOIN pg_class found ON found.oid = indexrelid
     WHERE found.relnamespace = current_schema::regnamespace AND relname LIKE '%\\_revisions\\_scope\\_idx'
       -- Left to replicas of the version before.
       AND relname NOT LIKE 'subnet\\_vlans\\_%'`,
  );
  const markedModels = Object.entries(marks.historied).map(([model, scope]) => `${tableOf(model)} by ${scope}_id`);
  expect(sortTexts(markedModels)).toEqual(sortTexts(twins.map(({ table, scope }) => `${table} by ${scope}`)));
});

test('every model that is audited, or comes and goes, has the triggers for events, and no other has', async () => {
  const triggers = await rowsOf<{ table: string; isOfUpdates: boolean }>(
    // In pg_trigger.tgtype, the bit with the value 16 marks triggers on updates.
    `SELECT tgrelid::regclass::text AS table, bool_or(tgtype & 16 <> 0) AS "isOfUpdates" FROM pg_trigger
     WHERE NOT tgisinternal AND tgname LIKE 'audit\\_%' GROUP BY tgrelid`,
  );
  expect(sortTexts(triggers.map(({ table }) => table))).toEqual(
    sortTexts([...marks.audited, ...marks.comesAndGoes].map(tableOf)),
  );
  const unchangedTables = triggers.filter(({ isOfUpdates }) => !isOfUpdates).map(({ table }) => table);
  // Audited tables without a trigger on updates. Only a merge of hosts updates link decisions, and the merge has its
  // own audit event. Acceptances of findings never change.
  const neverChanged = ['link_decisions', 'check_acceptances', ...marks.comesAndGoes.map(tableOf)];
  expect(sortTexts(unchangedTables)).toEqual(sortTexts(neverChanged));
});

test('every derived model is a view, and no other model is one', async () => {
  const views = await rowsOf<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relkind = 'v' AND relnamespace = current_schema::regnamespace`,
  );
  const tables = new Set(modelNames.map(tableOf));
  const derived = views.map(({ name }) => name).filter((name) => tables.has(name));
  expect(sortTexts(marks.derived.map(tableOf))).toEqual(sortTexts(derived));
});

test('the taggable models are those that a tag assignment can refer to', () => {
  expect(sortTexts(Object.keys(marks.taggable))).toEqual(sortTexts(enums.TaggableEntityType!));
  for (const field of Object.values(marks.taggable)) expect(columnsOf('TagAssignment').has(field)).toBe(true);
  expect(marks.taggable.Network).toBe('taggedNetworkId');
});

test('all models have facts, and no description contains a mark', async () => {
  expect(Object.keys(models)).toEqual(modelNames);
  const { printSchema } = await import('graphql');
  const { schema } = await import('../../../src/modules/types');
  const descriptions = printSchema(schema).match(/^\s*@\w.*$/gm);
  expect(descriptions).toBeNull();
});
