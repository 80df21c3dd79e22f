// `npm run discover -- 192.168.1.0/24`: scans a network and reports the found hosts to the Netloom service on this
// machine.
import './check-node.mjs';
import path from 'node:path';
import { inProject } from './project.mjs';

const { command, loadBuilt } = await import('./prepare.mjs');

await command(async () => {
  await loadBuilt('agent', 'small-heap.js');
  const { runDiscover } = await loadBuilt('agent', 'discover', 'command.js');
  await runDiscover(process.argv.slice(2), {
    startScript: inProject('scripts', 'start.mjs'),
    stateFolder: path.resolve(inProject(), process.env.DATA_DIR ?? '.data', 'agent'),
    port: process.env.PORT ?? '4000',
    environment: process.env,
  });
});
