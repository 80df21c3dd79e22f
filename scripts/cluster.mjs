// `npm run cluster -- up`: runs a whole cluster of Netloom on this machine: PostgreSQL under Patroni and etcd, HAProxy,
// Redis and two Netloom processes. Further actions stop the cluster, kill its parts, and switch over.
import './check-node.mjs';
import { command } from './prepare.mjs';

await command(async () => {
  const { runClusterCommand } = await import('./cluster/command.mjs');
  await runClusterCommand(process.argv.slice(2));
});
