// `npm run account -- reset-password EMAIL`: lets somebody in who has lost the password, or the second factor.
import './check-node.mjs';

const { command, loadBuilt } = await import('./prepare.mjs');

await command(async () => {
  const { runAccountCommand } = await loadBuilt('operator', 'account.js');
  await runAccountCommand(process.argv.slice(2));
});
