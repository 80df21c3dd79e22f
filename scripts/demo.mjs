// `npm run demo -- --hosts 10000`: loads a demo organization of any size into the database of `npm start`.
import './check-node.mjs';

const { command, loadBuilt } = await import('./prepare.mjs');

await command(async () => {
  const { runDemoCommand } = await loadBuilt('demo', 'command.js');
  await runDemoCommand(process.argv.slice(2));
});
