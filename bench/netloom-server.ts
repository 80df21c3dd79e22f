// Runs the compiled service like `npm start`, with a probe that reports its memory to the parent process.
import { createRequire } from 'node:module';
import path from 'node:path';
import type * as Service from '../src/main';
import './memory-probe';

const { main } = createRequire(__filename)(path.join(__dirname, '..', 'dist', 'main.js')) as typeof Service;
// Ends the service when the parent process exits.
process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'));
void main();
