// `npm run import -- FILE`: plans changes to a network from a file of another tool, or from NetBox.
import './check-node.mjs';

const { command, loadBuilt } = await import('./prepare.mjs');

await command(async () => {
  const { runImport } = await loadBuilt('importer', 'command.js');
  await runImport(process.argv.slice(2), process.env.PORT ?? '4000');
});
