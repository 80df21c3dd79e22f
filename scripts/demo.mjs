// `npm run demo -- --hosts 10000`: loads a demo organization of any size into the database of `npm start`.
import './check-node.mjs';

const { command, prepare } = await import('./prepare.mjs');

await command(async () => {
  await prepare();
  const { load } = await import('./project.mjs');
  const { runDemoCommand } = await load('src', 'demo', 'command.ts');
  await runDemoCommand(process.argv.slice(2));
});
