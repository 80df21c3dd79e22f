// `npm run new-migration <name>`: writes the next migration from the changes of the models since the last migration.
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { migrationSql } from './history-sql.mjs';
import { currentSchema } from './model-sql.mjs';

const root = path.resolve(import.meta.dirname, '..');
const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();

/** The Prisma schema files at the commit of the last migration. */
function migratedSchema() {
  const commit = git('log', '-1', '--format=%H', '--', 'prisma/migrations');
  return git('ls-tree', '-r', '--name-only', commit, 'prisma/schema.prisma', 'prisma/models')
    .split('\n')
    .map((file) => ({ path: path.posix.relative('prisma', file), content: git('show', `${commit}:${file}`) }));
}

const name = process.argv[2];
if (!name || !/^[a-z0-9_]+$/.test(name)) {
  console.error('Usage: npm run new-migration <name_in_snake_case>');
  process.exit(1);
}
if (git('status', '--porcelain', '--', 'prisma/migrations')) {
  console.error('prisma/migrations has uncommitted changes: commit them with their models first.');
  process.exit(1);
}
const sql = await migrationSql(migratedSchema(), currentSchema());
if (sql === '') {
  console.log('The models have not changed since the last migration.');
  process.exit(0);
}
const stamp = new Date().toISOString().replace(/\D/g, '').slice(0, 14);
const folder = path.join(root, 'prisma', 'migrations', `${stamp}_${name}`);
mkdirSync(folder, { recursive: true });
writeFileSync(path.join(folder, 'migration.sql'), `${sql}\n`);
console.log(`Wrote ${path.relative(root, folder)}/migration.sql.
Now make it one of ours: foreign keys that carry network_id or organization_id along, checks, list indexes.
What historied tables need is there: keys to other tables belong before it, so that the past has their indexes too.
Once it has landed: npm run record-dump <name>.`);
