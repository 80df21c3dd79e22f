// Tells the parent process how much memory this one has taken at most, and the longest turn of its event loop.
import { monitorEventLoopDelay } from 'node:perf_hooks';

const turns = monitorEventLoopDelay({ resolution: 5 });
turns.enable();
let most = 0;
const look = () => (most = Math.max(most, process.memoryUsage.rss()));
setInterval(look, 20).unref();
process.on('message', (message) => {
  look();
  process.send!({ most, now: process.memoryUsage.rss(), longestTurn: turns.max / 1e6 });
  if (message !== 'again') return;
  most = 0;
  turns.reset();
});
process.channel?.unref();
