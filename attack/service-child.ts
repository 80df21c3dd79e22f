// Netloom as `npm start` runs it, in a process of its own that reports the turns of its event loop to its parent.
import { main } from '../src/main';
import { watchTurns } from './turn-watch';

const turns = watchTurns();
process.on('message', () => process.send!(turns.take()));
process.channel?.unref();
// Without its parent it has nothing to serve.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'));
void main();
