// Converts Prisma models, or the difference between two versions of them, to SQL without a database.
import { readFileSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const require = createRequire(import.meta.url);
const schemaFolder = path.resolve(import.meta.dirname, '../prisma');

/** The Prisma schema files of the working tree, in the form that Prisma's engine needs. */
export function currentSchema() {
  const names = ['schema.prisma', ...readdirSync(path.join(schemaFolder, 'models')).map((name) => `models/${name}`)];
  return names
    .filter((name) => name.endsWith('.prisma'))
    .map((name) => ({ path: name, content: readFileSync(path.join(schemaFolder, name), 'utf8') }));
}

/** SQL that changes one schema (null for an empty database) into another; empty if the schemas are equal. */
export async function diffModels(from, to) {
  const engine = await startEngine(to);
  const { stdout } = await engine.diff({
    from: from === null ? { tag: 'empty' } : { tag: 'schemaDatamodel', files: from },
    to: { tag: 'schemaDatamodel', files: to },
    script: true,
    exitCode: null,
    filters: { externalTables: [], externalEnums: [] },
  });
  const sql = (stdout ?? '').replace(/^-- CreateSchema\nCREATE SCHEMA IF NOT EXISTS "public";\n+/, '').trim();
  return sql === '-- This is an empty migration.' ? '' : sql;
}

async function startEngine(schema) {
  // The package imports its .wasm file as a module, which Node before 24.5 does not support. So the file is loaded
  // explicitly.
  const glueFile = require.resolve('@prisma/schema-engine-wasm/schema_engine_bg');
  const glue = await import(pathToFileURL(glueFile).href);
  const { instance } = await WebAssembly.instantiate(readFileSync(glueFile.replace(/\.js$/, '.wasm')), {
    './schema_engine_bg.js': glue,
  });
  glue.__wbg_set_wasm(instance.exports);
  instance.exports.__wbindgen_start();
  const datamodels = schema.map((file) => [file.path, file.content]);
  return glue.SchemaEngine.new({ datamodels }, () => {}, absentDatabase());
}

// A stub of a database. Prisma's engine connects to a database when it starts, although comparing schemas needs none.
function absentDatabase() {
  const { bindMigrationAwareSqlAdapterFactory } = require('@prisma/driver-adapter-utils');
  const identity = { provider: 'postgres', adapterName: 'absent' };
  const connect = async () => ({
    ...identity,
    queryRaw: async () => ({ columnNames: [], columnTypes: [], rows: [] }),
    executeRaw: async () => 0,
    executeScript: async () => {},
    startTransaction: async () => {
      throw new Error('There is no database to change.');
    },
    getConnectionInfo: () => ({ schemaName: 'public', supportsRelationJoins: true }),
    dispose: async () => {},
  });
  return bindMigrationAwareSqlAdapterFactory({ ...identity, connect, connectToShadowDb: connect });
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  process.stdout.write(`${await diffModels(null, currentSchema())}\n`);
}
