// `npm run restore -- FILE`: loads a backup into an empty database.
import './check-node.mjs';

const { command, loadBuilt } = await import('./prepare.mjs');

await command(async () => {
  const { runRestoreCommand } = await loadBuilt('operator', 'restore.js');
  await runRestoreCommand(process.argv.slice(2));
});
