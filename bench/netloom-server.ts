// Netloom as `npm start` runs it, compiled, and a probe of its memory.
import { createRequire } from 'node:module';
import path from 'node:path';
import type * as Service from '../src/main';
import './memory-probe';

const { main } = createRequire(__filename)(path.join(__dirname, '..', 'dist', 'main.js')) as typeof Service;
// Without its parent it has nothing to serve.
process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'));
void main();
