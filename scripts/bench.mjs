// `npm run bench`: measures the service and compares it with a hand-written server. `-- --quick` makes a short run.
import './check-node.mjs';

const { build, command, prepare } = await import('./prepare.mjs');

await command(async () => {
  await prepare();
  await build();
  const { load } = await import('./project.mjs');
  const { bench } = await load('bench', 'main.ts');
  await bench(process.argv.slice(2));
});
