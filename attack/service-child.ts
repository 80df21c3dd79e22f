// Child process: the compiled service as `npm start` runs it, which reports its event loop turns to the parent.
import path from 'node:path';
import { watchTurns } from './turn-watch';

const turns = watchTurns();
process.on('message', () => process.send!(turns.take()));
process.channel?.unref();
// Exits with its parent.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
// A computed path, because the compiled file exists only after a build.
void import(path.resolve('dist', 'main.js')).then(({ main }: typeof import('../src/main')) => main());
