// Builds SQL that a migration of tables with history needs in addition to Prisma's SQL. A history table must always
// have the same columns as its table.
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { diffModels } from './model-sql.mjs';
import { findBinary, inProject, projectDir } from './project.mjs';

const schemaHead = `datasource db {
  provider = "postgresql"
}
generator client {
  provider        = "prisma-client"
  output          = "./client"
  previewFeatures = ["views"]
}
generator facts {
  provider = "node scripts/model-facts-generator.mjs"
  output   = "./facts.json"
}
`;

/** Reads the tables, columns and relations of a Prisma schema, in the form of src/generated/model-facts. */
async function factsOf(schema) {
  const folder = mkdtempSync(path.join(tmpdir(), 'netloom-models-'));
  try {
    for (const { path: name, content } of schema) {
      mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
      writeFileSync(path.join(folder, name), name === 'schema.prisma' ? schemaHead : content);
    }
    const config = inProject('prisma', 'prisma.config.ts');
    const args = [findBinary('prisma'), 'generate', '--config', config, '--schema', folder, '--generator', 'facts'];
    const env = { ...process.env, CHECKPOINT_DISABLE: '1', PRISMA_HIDE_UPDATE_MESSAGE: '1', NO_COLOR: '1' };
    await promisify(execFile)(process.execPath, args, { cwd: projectDir, env });
    return JSON.parse(readFileSync(path.join(folder, 'facts.json'), 'utf8'));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/**
 * Models whose past states are stored: the models with the mark `@historied` or, in schemas from before this mark, the
 * models with a column for the audit event.
 */
function historiedIn({ models, marks }) {
  const historiedModels = Object.keys(marks.historied);
  return new Set(
    historiedModels.length > 0
      ? historiedModels
      : Object.keys(models).filter((name) => models[name].columns.auditEventId),
  );
}

const columnsOf = ({ columns }) => new Map(Object.values(columns).map((column) => [column.sqlName, column]));
const typeOf = ({ type, native, isList }) => JSON.stringify([type, native, isList]);

/**
 * SQL that adapts the history table of `table` to changed columns of `table`. `first` runs before the columns of
 * `table` are changed, `last` afterwards. Undefined if nothing changes.
 */
function changedTable(table, was, is) {
  const [old, now] = [columnsOf(was), columnsOf(is)];
  const twin = `"${table}_revisions"`;
  const goneColumns = [...old.keys()].filter((name) => !now.has(name));
  const keptColumns = [...now.keys()].filter((name) => old.has(name));
  const retypedColumns = keptColumns.filter((name) => typeOf(now.get(name)) !== typeOf(old.get(name)));
  const optional = keptColumns.filter((name) => now.get(name).isNullable && !old.get(name).isNullable);
  const isSame = now.size === old.size && [...goneColumns, ...retypedColumns, ...optional].length === 0;
  if (isSame) return undefined;
  return {
    // The history trigger names all columns. PostgreSQL cannot drop or change the type of a column that a trigger
    // names, so the trigger is dropped first.
    first: goneColumns.length + retypedColumns.length > 0 ? [`DROP TRIGGER "history_1_change" ON "${table}";`] : [],
    last: [
      ...goneColumns.map((name) => `ALTER TABLE ${twin} DROP COLUMN "${name}";`),
      ...optional.map((name) => `ALTER TABLE ${twin} ALTER COLUMN "${name}" DROP NOT NULL;`),
      ...retypedColumns.map(
        (name) => `DO $$ BEGIN
  EXECUTE (
    SELECT format('ALTER TABLE ${twin} ALTER COLUMN "${name}" TYPE %1$s USING "${name}"::%1$s', format_type(atttypid, atttypmod))
    FROM pg_attribute WHERE attrelid = '"${table}"'::regclass AND attname = '${name}'
  );
END $$;`,
      ),
    ],
  };
}

/** SQL for the triggers by which a change of the table's rows marks their network as changed. */
const marksOf = (table) =>
  [
    ['insert', 'NEW TABLE AS changed_rows', 'mark_network_changes'],
    ['delete', 'OLD TABLE AS changed_rows', 'mark_network_changes'],
    ['update', 'OLD TABLE AS rows_before NEW TABLE AS changed_rows', 'mark_network_changes_of_update'],
  ].map(
    ([
      event,
      rows,
      marking,
    ]) => `CREATE TRIGGER "${table}_${event}_marks_network" AFTER ${event.toUpperCase()} ON "${table}"
  REFERENCING ${rows} FOR EACH STATEMENT EXECUTE FUNCTION ${marking}();`,
  );

/**
 * SQL for a trigger on new networks or organizations. It removes the history of a deleted network or organization with
 * the same id.
 */
function beginning({ models, marks }, scope) {
  const twins = Object.keys(marks.historied).filter((name) => marks.historied[name] === scope);
  const names = twins.map((name) => `${models[name].table}_revisions`).join(' ');
  return `CREATE OR REPLACE TRIGGER "begin_without_history" AFTER INSERT ON "${scope}s" FOR EACH ROW
  EXECUTE FUNCTION begin_without_history('${scope}_id', '${names}');`;
}

function historySql(before, after) {
  const had = historiedIn(before);
  const first = [];
  const last = [];
  const grownTables = new Set();
  for (const [model, scope] of Object.entries(after.marks.historied)) {
    const { table } = after.models[model];
    const changedSql = had.has(model) ? changedTable(table, before.models[model], after.models[model]) : undefined;
    if (had.has(model) && !changedSql) continue;
    first.push(...(changedSql?.first ?? []));
    last.push(...(changedSql?.last ?? []));
    last.push(`-- The history of "${table}" follows its columns.\nSELECT keep_history_of('${table}', '${scope}_id');`);
    if (table === 'tag_assignments') last.push('SELECT end_history_with_tags();');
    if (changedSql) continue;
    grownTables.add(scope);
    if (scope === 'network') last.push(...marksOf(table));
  }
  for (const scope of grownTables) last.push(beginning(after, scope));
  return { first, last };
}

/** SQL that changes one schema into another, including history tables; empty if the models of both are equal. */
export async function migrationSql(from, to) {
  const sql = await diffModels(from, to);
  // A migration starts or ends the history of a model only together with changes of the model's columns. So if no
  // column changes, the history tables do not change either.
  if (sql === '') return '';
  const { first, last } = historySql(...(await Promise.all([factsOf(from), factsOf(to)])));
  // A Prisma schema cannot say that a column is computed, so the expression of `lineage_id` is added here.
  const computedSql = sql.replaceAll(
    '"lineage_id" UUID NOT NULL',
    '"lineage_id" UUID NOT NULL GENERATED ALWAYS AS ("id") STORED',
  );
  return [...first, computedSql, ...last].filter(Boolean).join('\n\n');
}
