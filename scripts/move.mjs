// `npm run move -- --to DATABASE_URL`: copies the embedded database, or one organization, into another PostgreSQL.
import './check-node.mjs';

const { command, loadBuilt } = await import('./prepare.mjs');

await command(async () => {
  const { runMoveCommand } = await loadBuilt('operator', 'move.js');
  await runMoveCommand(process.argv.slice(2));
});
