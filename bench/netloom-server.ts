// Netloom as `npm start` runs it, and a probe of its memory.
import { main } from '../src/main';
import './memory-probe';

// Without its parent it has nothing to serve.
process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'));
void main();
