// Tests how the service stops: requests on accepted connections get a complete response, and later requests are refused
// instead of reset.
import { closeSync, existsSync, openSync } from 'node:fs';
import { Agent, request, type RequestListener } from 'node:http';
import { connect, type Socket } from 'node:net';
import express from 'express';
import { listen, type Listener } from '../../src/platform/http/listener';
import { openSocket } from '../support/events';
import { eventually } from '../support/eventually';
import type { Child, ChildOptions } from '../start/child';
import { addKey, kill, register, startReplica, unready, type Replica } from './replica';
import { createMigratedDatabase, type OwnDatabase } from '../support/own-database';
import { freePort, isListening } from '../support/redis-server';
import { requirement } from '../support/requirement';

const { test: testWithFullDevice } = requirement('/dev/full', existsSync('/dev/full'));

/** A raw TCP connection, through which the test sends bytes. */
class Line {
  received = '';
  error: NodeJS.ErrnoException | undefined;
  readonly closed: Promise<void>;

  private constructor(readonly socket: Socket) {
    socket.on('data', (chunk: Buffer) => (this.received += chunk.toString('latin1')));
    socket.on('error', (error) => (this.error = error));
    this.closed = new Promise((resolve) => void socket.once('close', () => resolve()));
  }

  static async to(port: number): Promise<Line> {
    const socket = connect(port, '127.0.0.1');
    const line = new Line(socket);
    await new Promise((resolve, reject) => void socket.once('connect', resolve).once('error', reject));
    return line;
  }

  get answers(): string[] {
    return this.received.split(/(?=HTTP\/1\.1 )/).filter(Boolean);
  }
  untilAnswered(count: number): Promise<unknown> {
    return eventually(() => Promise.resolve(this.answers.length >= count && this.received.endsWith('\n')));
  }
}
const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`;

describe('a connection while the service stops', () => {
  let listener: Listener;
  let finish: (() => void)[];
  /**
   * Responds to /slow and /stream only after the functions in `finish` are called, and to /early before it has read
   * the request.
   */
  const answers: RequestListener = (req, res) => {
    if (req.url === '/early') return void res.writeHead(401).end('refused\n');
    if (req.url === '/stream') res.write('first\n');
    const answer = () => res.end(`${req.url} done\n`);
    req.resume().on('end', () => (/slow|stream/.test(req.url!) ? void finish.push(answer) : answer()));
  };
  beforeEach(async () => {
    finish = [];
    listener = await listen(
      express().use(answers),
      '127.0.0.1',
      0,
      () => undefined,
      () => false,
    );
  });
  afterEach(() => listener.cutOff());

  const checkArrived = (count: number) => eventually(() => Promise.resolve(finish.length >= count));

  test('an idle connection answers one more request, with Connection: close', async () => {
    const line = await Line.to(listener.port);
    line.socket.write(get('/one'));
    await line.untilAnswered(1);
    const whenStopped = listener.close(20);
    line.socket.write(get('/two'));
    await line.closed;
    await whenStopped;
    expect(line.answers.map((answer) => /^connection: close/im.test(answer))).toEqual([false, true]);
    expect(line.received).toMatch(/two done\n$/);
    expect(line.error).toBeUndefined();
  });

  test('a connection without a request so far answers one as well', async () => {
    const line = await Line.to(listener.port);
    const whenStopped = listener.close(20);
    line.socket.write(get('/one').slice(0, 9));
    await new Promise((resolve) => setImmediate(resolve));
    line.socket.write(get('/one').slice(9));
    await line.closed;
    await whenStopped;
    expect(line.received).toMatch(/connection: close[^]*one done\n$/i);
    expect(line.error).toBeUndefined();
  });

  test('a connection answers all pipelined requests, and ends with the last', async () => {
    const line = await Line.to(listener.port);
    line.socket.write(get('/slow/1') + get('/two') + get('/slow/3'));
    await checkArrived(2);
    const whenStopped = listener.close(20);
    for (const answer of finish) answer();
    await line.closed;
    await whenStopped;
    expect(line.answers.map((answer) => /^connection: close/im.test(answer))).toEqual([false, false, true]);
    expect(line.received.match(/\S+ done/g)).toEqual(['/slow/1 done', '/two done', '/slow/3 done']);
    expect(line.error).toBeUndefined();
  });

  test('a response that is sent before the whole body was read arrives completely', async () => {
    const line = await Line.to(listener.port);
    const whenStopped = listener.close(20);
    const length = 4_000_000;
    line.socket.write(`POST /early HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${length}\r\n\r\n`);
    for (let sentCount = 0; sentCount < length; sentCount += 100_000) line.socket.write(Buffer.alloc(100_000, 'x'));
    await line.closed;
    await whenStopped;
    expect(line.received).toMatch(/^HTTP\/1\.1 401 [^]*refused\n/);
    expect(line.error).toBeUndefined();
  });

  test('a stream or slow response is completed', async () => {
    const lines = [await Line.to(listener.port), await Line.to(listener.port)];
    lines[0]!.socket.write(get('/stream'));
    lines[1]!.socket.write(get('/slow'));
    await checkArrived(2);
    const whenStopped = listener.close(20);
    await eventually(async () => {
      const isRefused = await Line.to(listener.port).catch(() => true as const);
      return isRefused === true;
    });
    for (const answer of finish) answer();
    await Promise.all(lines.map(({ closed }) => closed));
    await whenStopped;
    expect(lines[0]!.received).toMatch(/first\n[^]*stream done\n/);
    expect(lines[1]!.received).toMatch(/connection: close[^]*slow done\n$/i);
    expect(lines.map(({ error }) => error)).toEqual([undefined, undefined]);
  });

  test('connections that the operating system holds for the service are accepted and answered', async () => {
    const connecting = Array.from({ length: 60 }, () => Line.to(listener.port));
    const whenStopped = listener.close(20);
    const lines = await Promise.all(connecting);
    for (const line of lines) line.socket.write(get('/one'));
    await Promise.all(lines.map(({ closed }) => closed));
    await whenStopped;
    expect(lines.filter(({ received, error }) => error !== undefined || !/one done\n$/.test(received))).toEqual([]);
  });

  test('a silent connection delays the stop only briefly', async () => {
    const lines = await Promise.all(Array.from({ length: 5 }, () => Line.to(listener.port)));
    lines[0]!.socket.write(get('/one'));
    await lines[0]!.untilAnswered(1);
    const startedAt = performance.now();
    await listener.close(20);
    await Promise.all(lines.map(({ closed }) => closed));
    expect(performance.now() - startedAt).toBeLessThan(10_000);
  });
});

describe('a replica under load', () => {
  let database: OwnDatabase;
  let replica: Replica;
  beforeAll(async () => {
    database = await createMigratedDatabase();
    replica = await startReplica({ DATABASE_URL: database.url, RATE_LIMIT: 'off', LOG_LEVEL: 'fatal' });
  });
  afterAll(async () => {
    await kill([replica]);
    await database?.drop();
  });

  test('a stopping replica answers all accepted requests, and refuses the others', async () => {
    const { key } = await addKey(replica, await register(replica));
    const counts = { answered: 0, refused: 0 };
    const failedNames: string[] = [];
    // Errors of connections that TCP had established, but that the service had not accepted before it stopped. Only a
    // few are allowed.
    const untaken: string[] = [];
    const ask = (agent: Agent, body?: string) =>
      new Promise<boolean>((resolve) => {
        const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
        const sentRequest = request(
          `${replica.url}${body ? '/graphql' : '/api/v1/hosts?limit=5'}`,
          { agent, method: body ? 'POST' : 'GET', headers },
          (res) => {
            res.resume();
            res.once('close', () => {
              const isWhole = res.statusCode === 200 && res.complete;
              if (isWhole) counts.answered += 1;
              else failedNames.push(`${res.statusCode} ${res.complete}`);
              resolve(isWhole);
            });
          },
        );
        sentRequest.once('error', (error: NodeJS.ErrnoException) => {
          if (error.code === 'ECONNREFUSED') counts.refused += 1;
          else (sentRequest.reusedSocket ? failedNames : untaken).push(`${error.code} ${error.message}`);
          resolve(false);
        });
        sentRequest.end(body);
      });
    const caller = async (number: number) => {
      const agent = new Agent({ keepAlive: number % 3 !== 0 });
      const body = number % 2 === 0 ? JSON.stringify({ query: '{ hosts(first: 5) { totalCount } }' }) : undefined;
      while (await ask(agent, body));
      agent.destroy();
    };
    const callers = Array.from({ length: 48 }, (_, number) => caller(number));
    await eventually(() => Promise.resolve(counts.answered > 300 || failedNames.length > 0));
    const listening = openSocket(replica.url);
    listening.send({ type: 'connection_init', payload: { authorization: `Bearer ${key}` } });
    expect(await listening.next()).toMatchObject({ type: 'connection_ack' });
    replica.send('SIGTERM');
    expect(await listening.closed).toMatchObject({ code: 1001 });
    await Promise.all(callers);
    expect(await replica.ended).toEqual({ code: 0, signal: null });
    expect(failedNames).toEqual([]);
    expect(untaken.length).toBeLessThanOrEqual(2);
    expect(counts.refused + untaken.length).toBe(48);
  });
});

describe('a replica whose log cannot be written', () => {
  let database: OwnDatabase;
  let replica: Child | undefined;
  beforeAll(async () => {
    database = await createMigratedDatabase();
  });
  afterEach(() => kill([replica]));
  afterAll(() => database?.drop());

  const checkService = async (options: ChildOptions, breakOutput: (child: Child) => void) => {
    const port = await freePort();
    replica = unready({ DATABASE_URL: database.url, RATE_LIMIT: 'off', PORT: String(port) }, options);
    breakOutput(replica);
    await eventually(() => isListening(port));
    for (let turn = 0; turn < 10; turn += 1) {
      const { status } = await fetch(`http://127.0.0.1:${port}/api/health`);
      expect(status).toBe(200);
      // Lets the failure of the request's log line arrive before the next request.
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    const stoppedAt = performance.now();
    replica.send('SIGTERM');
    expect(await replica.ended).toEqual({ code: 0, signal: null });
    expect(performance.now() - stoppedAt).toBeLessThan(20_000);
  };

  testWithFullDevice('answers and stops as usual while the disk of the log is full', async () => {
    const stdout = openSync('/dev/full', 'w');
    await checkService({ stdout }, () => closeSync(stdout));
  });

  test('answers and stops as usual after the reader of the log has closed the pipe', () =>
    checkService({}, (child) => child.closeStdout()));
});
