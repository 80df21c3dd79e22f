// `npm run check -- --network NAME --key KEY`: prints which checks of a network pass and which fail.
import './check-node.mjs';

const { command, loadBuilt } = await import('./prepare.mjs');

await command(async () => {
  const { runCheck } = await loadBuilt('checker', 'command.js');
  await runCheck(process.argv.slice(2), process.env.PORT ?? '4000');
});
