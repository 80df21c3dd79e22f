// A child process that runs the compiled service like `npm start`, and reports turns of its event loop to the parent.
import path from 'node:path';
import { watchTurns } from './turn-watch';

const turns = watchTurns();
process.on('message', () => process.send!(turns.take()));
process.channel?.unref();
// Exits together with its parent.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
// The path is computed, because the compiled file exists only after a build.
void import(path.resolve('dist', 'main.js')).then(({ main }: typeof import('../src/main')) => main());
