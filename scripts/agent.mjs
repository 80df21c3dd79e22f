// `npm run agent -- --server URL --key KEY`: the long-running agent that discovers a network from inside.
import './check-node.mjs';

const { command, loadBuilt } = await import('./prepare.mjs');

await command(async () => {
  await loadBuilt('agent', 'main.js');
});
