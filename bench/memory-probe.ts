// Tells the parent process how much memory this one has taken at most.
let most = 0;
const look = () => (most = Math.max(most, process.memoryUsage.rss()));
setInterval(look, 20).unref();
process.on('message', (message) => {
  look();
  process.send!({ most, now: process.memoryUsage.rss() });
  if (message === 'again') most = 0;
});
process.channel?.unref();
