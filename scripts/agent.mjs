// `npm run agent -- --server URL --key KEY`: the long-running agent that discovers a network from inside.
import './check-node.mjs';

const { command, loadBuilt } = await import('./prepare.mjs');

await command(async () => {
  const { runCommand } = await loadBuilt('agent', 'command.js');
  await runCommand(process.argv.slice(2));
});
