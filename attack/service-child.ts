// The compiled service as `npm start` runs it, in a process of its own that reports the turns of its event loop to its parent.
import path from 'node:path';
import { watchTurns } from './turn-watch';

const turns = watchTurns();
process.on('message', () => process.send!(turns.take()));
process.channel?.unref();
// Without its parent it has nothing to serve.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
// By a path that the compiler does not follow: what it names exists only after a build.
void import(path.resolve('dist', 'main.js')).then(({ main }: typeof import('../src/main')) => main());
