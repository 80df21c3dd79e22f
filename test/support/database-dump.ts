// Writes a database, or its schema alone, as SQL. The dump has the same content as a dump of pg_dump, and uses
// PostgreSQL's own definition of each object.
import type { Client } from 'pg';

/** A column of a table. Columns are in the order of the table. */
interface ColumnRow {
  readonly table: string;
  readonly name: string;
  readonly definition: string;
  readonly isGenerated: boolean;
}

const inSchema = `relnamespace = current_schema::regnamespace`;
const unknownObjects = `
  SELECT relname AS name FROM pg_class WHERE ${inSchema} AND relkind NOT IN ('r', 'v', 'i')
  UNION ALL
  SELECT typname FROM pg_type
  WHERE typnamespace = current_schema::regnamespace AND typtype NOT IN ('e', 'c', 'b')
  UNION ALL
  SELECT proname FROM pg_proc WHERE pronamespace = current_schema::regnamespace AND prokind <> 'f'
  UNION ALL
  SELECT relname FROM pg_class WHERE ${inSchema} AND (relrowsecurity OR relhassubclass)
  UNION ALL
  SELECT tgname FROM pg_trigger WHERE NOT tgisinternal AND tgenabled <> 'O'`;
const columns = `
  SELECT relname AS table, attname AS name, attgenerated <> '' AS "isGenerated",
    format('%I %s', attname, format_type(atttypid, atttypmod))
      || CASE WHEN attgenerated <> '' THEN format(' GENERATED ALWAYS AS (%s) STORED', pg_get_expr(adbin, adrelid))
        WHEN adbin IS NOT NULL THEN ' DEFAULT ' || pg_get_expr(adbin, adrelid) ELSE '' END
      || CASE WHEN attnotnull THEN ' NOT NULL' ELSE '' END AS definition
  FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid AND attnum > 0 AND NOT attisdropped
  LEFT JOIN pg_attrdef ON adrelid = attrelid AND adnum = attnum
  WHERE ${inSchema} AND relkind = 'r' ORDER BY relname, attnum`;
const enums = `
  SELECT format('CREATE TYPE %I AS ENUM (%s)', typname, string_agg(quote_literal(enumlabel), ', ' ORDER BY enumsortorder)) AS sql
  FROM pg_type JOIN pg_enum ON enumtypid = pg_type.oid
  WHERE typnamespace = current_schema::regnamespace GROUP BY typname ORDER BY typname`;
const views = `
  SELECT format('CREATE VIEW %I AS %s', relname, rtrim(pg_get_viewdef(oid), ';')) AS sql
  FROM pg_class WHERE ${inSchema} AND relkind = 'v' ORDER BY relname`;
// Functions that generated columns use must exist before the tables. All other functions are created after the tables,
// because they may return rows of tables.
const functionsIf = (condition: string) => `
  SELECT rtrim(pg_get_functiondef(oid)) AS sql FROM pg_proc
  WHERE pronamespace = current_schema::regnamespace AND oid ${condition} (
    SELECT refobjid FROM pg_depend WHERE classid = 'pg_attrdef'::regclass AND refclassid = 'pg_proc'::regclass)
  ORDER BY proname, pg_get_function_identity_arguments(oid) COLLATE "C"`;
const functionsOfColumns = functionsIf('IN');
const functions = functionsIf('NOT IN');
// Constraints. Primary keys and unique constraints come before the foreign keys that refer to them. NOT NULL is part of
// the column definition instead.
const constraints = `
  SELECT format('ALTER TABLE %s ADD CONSTRAINT %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) AS sql
  FROM pg_constraint WHERE connamespace = current_schema::regnamespace AND conrelid <> 0 AND contype NOT IN ('n', 't')
  ORDER BY contype = 'f', conrelid::regclass::text COLLATE "C", conname`;
const indexes = `
  SELECT pg_get_indexdef(indexrelid) AS sql FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid
  WHERE ${inSchema} AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = indexrelid AND contype IN ('p', 'u', 'x'))
  ORDER BY relname`;
const triggers = `
  SELECT pg_get_triggerdef(pg_trigger.oid) AS sql FROM pg_trigger JOIN pg_class ON pg_class.oid = tgrelid
  WHERE ${inSchema} AND NOT tgisinternal ORDER BY relname, tgname`;

const quoteName = (name: string) => `"${name}"`;
const literal = (text: string | null) => (text === null ? 'NULL' : `'${text.replaceAll("'", "''")}'`);

export interface Schema {
  readonly tables: readonly { readonly name: string; readonly columns: readonly ColumnRow[] }[];
  /** Statements to run before rows are inserted. */
  readonly before: readonly string[];
  /** Statements to run after rows are inserted, such as triggers, which restored rows must not fire. */
  readonly after: readonly string[];
}

/**
 * Returns the statements that create the schema. Throws if the database has objects that the statements would leave
 * out.
 */
export async function readSchema(client: Client): Promise<Schema> {
  const listOf = async (sql: string) => (await client.query<{ sql: string }>(sql)).rows.map((row) => row.sql);
  const unknown = (await client.query<{ name: string }>(unknownObjects)).rows;
  if (unknown.length > 0) throw new Error(`no dump knows how to write ${unknown.map(({ name }) => name).join(', ')}`);
  const { rows } = await client.query<ColumnRow>(columns);
  const names = [...new Set(rows.map(({ table }) => table))];
  const tables = names.map((name) => ({ name, columns: rows.filter(({ table }) => table === name) }));
  const createdTables = tables.map(
    (table) =>
      `CREATE TABLE ${quoteName(table.name)} (\n  ${table.columns.map(({ definition }) => definition).join(',\n  ')}\n)`,
  );
  return {
    tables,
    before: [
      ...(await listOf(enums)),
      ...(await listOf(functionsOfColumns)),
      ...createdTables,
      ...(await listOf(views)),
      ...(await listOf(functions)),
    ],
    after: [...(await listOf(constraints)), ...(await listOf(indexes)), ...(await listOf(triggers))],
  };
}

/** The schema as one text, for comparisons. */
export const schemaText = ({ before, after }: Schema): string => [...before, ...after].join(';\n');

async function rowsSql(client: Client, { name, columns: all }: Schema['tables'][number]): Promise<string[]> {
  const storedColumns = all.filter(({ isGenerated }) => !isGenerated).map((column) => quoteName(column.name));
  const { rows } = await client.query<(string | null)[]>({
    text: `SELECT ${storedColumns.map((column) => `${column}::text`).join(', ')} FROM ${quoteName(name)}
      ORDER BY ${storedColumns
        .slice(0, 3)
        .map((column) => `${column}::text COLLATE "C"`)
        .join(', ')}`,
    rowMode: 'array',
  });
  if (rows.length === 0) return [];
  const values = rows.map((row) => `(${row.map(literal).join(', ')})`);
  return [`INSERT INTO ${quoteName(name)} (${storedColumns.join(', ')}) VALUES\n${values.join(',\n')}`];
}

/** Returns SQL that restores the database into an empty database, on a server of the same or a later version. */
export async function dumpDatabase(client: Client): Promise<string> {
  await client.query("SET timezone = 'UTC'");
  const schema = await readSchema(client);
  const rows: string[] = [];
  for (const table of schema.tables) rows.push(...(await rowsSql(client, table)));
  const statements = [
    `SET timezone = 'UTC'`,
    'SET check_function_bodies = off',
    ...schema.before,
    ...rows,
    ...schema.after,
  ];
  return `${statements.map((statement) => `${statement};`).join('\n\n')}\n`;
}
