// `npm run account -- reset-password EMAIL`: resets a user's lost password or second factor.
import './check-node.mjs';

const { command, loadBuilt } = await import('./prepare.mjs');

await command(async () => {
  const { runAccountCommand } = await loadBuilt('operator', 'account.js');
  await runAccountCommand(process.argv.slice(2));
});
