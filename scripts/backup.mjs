// `npm run backup -- FILE`: saves an installation in one file.
import './check-node.mjs';

const { command, loadBuilt } = await import('./prepare.mjs');

await command(async () => {
  const { runBackupCommand } = await loadBuilt('operator', 'backup.js');
  await runBackupCommand(process.argv.slice(2));
});
