// `npm run watch -- --network NAME --key KEY`: prints the events of a network as they happen.
import './check-node.mjs';

const { command, loadBuilt } = await import('./prepare.mjs');

await command(async () => {
  const { runWatch } = await loadBuilt('watcher', 'command.js');
  await runWatch(process.argv.slice(2), process.env.PORT ?? '4000');
});
