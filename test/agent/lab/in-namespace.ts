// Runs `npm run discover` as a process in a network namespace. The process can reach the service only through a Unix
// socket.
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { runDiscover } from '../../../src/agent/discover/command';

/**
 * The TCP port on the namespace's loopback at which `npm run discover` expects Netloom. A relay forwards connections
 * from this port to the Unix socket.
 */
const port = 4000;

void (async () => {
  const [socket, stateFolder, ...args] = process.argv.slice(2);
  const relay = createServer((inside) => {
    const outside = connect(socket!);
    for (const [from, to] of [
      [inside, outside],
      [outside, inside],
    ] as const)
      from.on('error', () => to.destroy()).pipe(to);
  });
  relay.listen(port, '127.0.0.1');
  await once(relay, 'listening');
  const surroundings = { startScript: '/none', stateFolder: stateFolder!, port: String(port), environment: {} };
  await runDiscover(['--server', `http://127.0.0.1:${port}`, ...args], surroundings);
  relay.close();
})();
