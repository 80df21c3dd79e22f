// `npm run attack`: attacks a service on this machine and reports findings. `-- --minutes 10 --seed word` sets the
// duration and the seed of the attack.
import './check-node.mjs';

const { build, command } = await import('./prepare.mjs');

await command(async () => {
  await build();
  const { load } = await import('./project.mjs');
  const { withTestDatabase } = await import('./test-database.mjs');
  const { attack } = await load('attack', 'main.ts');
  if (!(await withTestDatabase((url) => attack(url, process.argv.slice(2))))) process.exitCode = 1;
});
