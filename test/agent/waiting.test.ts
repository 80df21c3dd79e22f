// Waiting for responses: a response that arrived in time is used, even if this process reads it too late.
import { createSocket, type Socket } from 'node:dgram';
import { createServer, type AddressInfo } from 'node:net';
import { PendingQueries } from '../../src/agent/names/pending-queries';
import { probePortState } from '../../src/agent/sources/scan/connect';
import { listenFor } from '../../src/agent/waiting';

const never = new AbortController().signal;
const patienceMs = 20;
/**
 * Blocks the process for ten timeouts, as on a machine without free CPU time. Packets that arrive meanwhile are read
 * late.
 */
const stall = () => {
  for (const startedAt = performance.now(); performance.now() - startedAt < 10 * patienceMs;);
};

/**
 * Continues right after the event loop has read sockets (in its check phase). If the process is blocked now, the due
 * timers run before sockets are read again. So a timeout fires although its response has arrived, which this suite
 * tests.
 */
const lastOfTheTurn = () => new Promise((resolve) => void setImmediate(resolve));

const bind = (socket: Socket) => new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
async function withSockets(work: (from: Socket, to: Socket) => Promise<void>): Promise<void> {
  const sockets = [createSocket('udp4'), createSocket('udp4')] as const;
  try {
    for (const socket of sockets) await bind(socket);
    await lastOfTheTurn();
    await work(...sockets);
  } finally {
    for (const socket of sockets) socket.close();
  }
}

test('a port that accepts the connection in time counts as open', async () => {
  const server = createServer((socket) => socket.on('error', () => undefined).resume());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  await lastOfTheTurn();
  const state = probePortState('127.0.0.1', (server.address() as AddressInfo).port, patienceMs, never);
  stall();
  expect(await state).toBe('open');
  await new Promise((resolve) => server.close(resolve));
});

test('a name that is received in time is used', () =>
  withSockets(async (from, to) => {
    const requestedQueries = new PendingQueries(patienceMs);
    to.on('message', (name) => requestedQueries.answer('10.0.0.1', String(name)));
    const name = requestedQueries.wait('10.0.0.1', () => from.send('printer', to.address().port, '127.0.0.1'));
    stall();
    expect(await name).toBe('printer');
  }));

test('all packets that arrive before the end of listening are received', () =>
  withSockets(async (from, to) => {
    const receivedAnswers: string[] = [];
    to.on('message', (text) => receivedAnswers.push(String(text)));
    const heardAll = listenFor(patienceMs, never);
    from.send('here', to.address().port, '127.0.0.1');
    stall();
    await heardAll;
    expect(receivedAnswers).toEqual(['here']);
  }));

test('no time limit fires after an answer or a stop', async () => {
  await expect(listenFor(60_000, AbortSignal.timeout(1))).rejects.toThrow();
  const requestedQueries = new PendingQueries(patienceMs);
  const name = requestedQueries.wait('10.0.0.1', () => requestedQueries.answer('10.0.0.1', 'printer'));
  await listenFor(2 * patienceMs, never);
  expect(await name).toBe('printer');
});
