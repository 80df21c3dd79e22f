// `npm run record-dump <name>`: stores a dump of the current database, from which tests check later upgrades.
import './check-node.mjs';

const { command, prepare } = await import('./prepare.mjs');

await command(async () => {
  const { writeFileSync } = await import('node:fs');
  const { Failure, inProject, load, timeStep: timed } = await import('./project.mjs');
  const { withTestDatabase } = await import('./test-database.mjs');
  const [name] = process.argv.slice(2);
  if (!name || !/^[a-z0-9-]+$/.test(name)) throw new Failure('Usage: npm run record-dump <name>');
  await prepare();
  const { recordDump } = await load('test', 'upgrade', 'record-dump.ts');
  await withTestDatabase((url) =>
    timed('Recording the dump', async () => {
      writeFileSync(inProject('test', 'upgrade', `${name}.sql`), await recordDump(url));
    }),
  );
});
