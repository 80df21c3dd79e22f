// `npm run import -- FILE`: a file of another tool, or NetBox, as a plan of changes to a network.
import './check-node.mjs';

const { command, loadBuilt } = await import('./prepare.mjs');

await command(async () => {
  const { runImport } = await loadBuilt('importer', 'command.js');
  await runImport(process.argv.slice(2), process.env.PORT ?? '4000');
});
