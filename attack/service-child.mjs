// A child process that runs the compiled service like `npm start`, and reports turns of its event loop to the parent.
import { createRequire } from 'node:module';
import path from 'node:path';
import { register } from 'tsx/cjs/api';

// The TypeScript compiler tsx is removed after it has compiled turn-watch.ts, because it would make the service several
// times slower when it loads code or throws errors.
const require = createRequire(import.meta.url);
const unregister = register();
const { watchTurns } = require('./turn-watch.ts');
unregister();
process.setSourceMapsEnabled(false);

const turns = watchTurns();
process.on('message', () => process.send(turns.take()));
process.channel?.unref();
// Exits together with its parent.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
const { main } = require(path.resolve('dist', 'main.js'));
void main();
