// Netloom as `npm start` runs it, compiled, and a probe of its memory.
import { createRequire } from 'node:module';
import path from 'node:path';
import cluster from 'node:cluster';
import type * as Service from '../src/main';

const { main } = createRequire(__filename)(path.join(__dirname, '..', 'dist', 'main.js')) as typeof Service;
// Of several processes the first alone has a channel to the bench.
if (cluster.isPrimary) createRequire(__filename)('./memory-probe');
// Without its parent it has nothing to serve.
process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'));
void main();
