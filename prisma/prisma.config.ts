// Places of schema and migrations for the Prisma CLI; keeps it from downloading an engine.
import path from 'node:path';
import { defineConfig } from 'prisma/config';

// `prisma generate` only checks that this names an executable; migrations are applied by src/platform/postgres, not by the engine.
process.env.PRISMA_SCHEMA_ENGINE_BINARY ??= process.execPath;

export default defineConfig({
  schema: __dirname,
  migrations: { path: path.join(__dirname, 'migrations') },
  // Unset for `prisma generate`; only the CLI's own migrate commands need an address.
  ...(process.env.DATABASE_URL ? { datasource: { url: process.env.DATABASE_URL } } : {}),
});
