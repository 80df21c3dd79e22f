// Paths of the schema and the migrations for the Prisma CLI, and a setting that keeps the CLI from downloading an
// engine.
import path from 'node:path';
import { defineConfig } from 'prisma/config';

// `prisma generate` only checks that this path leads to an executable. src/platform/postgres applies migrations, not
// the engine.
process.env.PRISMA_SCHEMA_ENGINE_BINARY ??= process.execPath;

export default defineConfig({
  schema: __dirname,
  migrations: { path: path.join(__dirname, 'migrations') },
  // The variable is unset for `prisma generate`. Only the migrate commands of the CLI need the address of a database.
  ...(process.env.DATABASE_URL ? { datasource: { url: process.env.DATABASE_URL } } : {}),
});
