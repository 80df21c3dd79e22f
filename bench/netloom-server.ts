// Netloom as `npm start` runs it, and a probe that tells its parent how much memory it has taken at most.
import { main } from '../src/main';

let most = 0;
const look = () => (most = Math.max(most, process.memoryUsage.rss()));
setInterval(look, 20).unref();
process.on('message', (message) => {
  look();
  process.send!({ most, now: process.memoryUsage.rss() });
  if (message === 'again') most = 0;
});
process.channel?.unref();
// Without its parent it has nothing to serve.
process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'));
void main();
