// Tests outbound HTTP requests to URLs that users may have entered: which addresses are refused, when host names are
// resolved and checked, and the limits of size and time.
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { createServer as createTcpServer, type AddressInfo, type Server as TcpServer, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { AppError } from '../../../src/errors';
import { createOutbound, isConfidential, OutboundFailure, type Outbound } from '../../../src/platform/http/outbound';

const opened: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of opened.splice(0)) await close();
});

/** Starts the server on loopback and returns its port. The server and its connections are closed after the test. */
async function listening(server: Server | TcpServer): Promise<number> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).once('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  opened.push(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  return (server.address() as AddressInfo).port;
}
const http = (answer: RequestListener) => listening(createServer(answer));
const raw = (answer: (socket: Socket) => void) =>
  listening(createTcpServer((socket) => void socket.once('data', () => answer(socket))));

const never = () => Promise.reject(new Error('nothing is looked up'));
const guardedOutbound = createOutbound({ allowsPrivate: false, resolve: never });
const open = createOutbound({ allowsPrivate: true, resolve: never, wholeMs: 2_000 });
const get = (outbound: Outbound, url: string, maximumBytes = 1_000) =>
  outbound.request({ method: 'GET', url, maximumBytes });
const causeOf = async (pendingRequest: Promise<unknown>): Promise<string> => {
  const error = await pendingRequest.then(
    () => new Error('it was answered'),
    (thrown: unknown) => thrown,
  );
  // All failures have the same public message. Only the property `cause` says what went wrong.
  expect(error).toBeInstanceOf(OutboundFailure);
  expect((error as Error).message).toBe('no usable answer');
  return String((error as OutboundFailure).cause);
};

const notations = [
  ...['http://127.0.0.1/', 'http://127.1/', 'http://127.0.1/', 'http://2130706433/', 'http://017700000001/'],
  ...['http://0x7f000001/', 'http://0x7f.0.0.1/', 'http://0177.0.0.1/', 'http://0177.0x0.1/', 'http://127.0.0.1./'],
  ...['http://0/', 'http://0.0.0.0/', 'http://00.0x0/', 'http://%31%32%37.0.0.1/', 'http://１２７.０.０.１/'],
  ...['http://①②⑦.⓪.⓪.①/', 'http://127。0。0。1/', 'http://127｡0｡0｡1/', 'http://localhost/', 'http://LOCALHOST./'],
  ...[
    'http://ｌｏｃａｌｈｏｓｔ/',
    'http://a.localhost/',
    'http://[::1]/',
    'http://[0:0:0:0:0:0:0:1]/',
    'http://[::]/',
  ],
  ...['http://[::ffff:127.0.0.1]/', 'http://[::ffff:7f00:1]/', 'http://[::127.0.0.1]/', 'http://[64:ff9b::7f00:1]/'],
  ...['http://[64:ff9b:1::7f00:1]/', 'http://[2002:7f00:1::]/', 'http://[fe80::1]/', 'http://[fd00:ec2::254]/'],
  ...['http://169.254.169.254/', 'http://0xa9fea9fe/', 'http://2852039166/', 'http://0251.0376.0251.0376/'],
  ...['http://10.0.0.1/', 'http://192.168.1.1/', 'http://172.16.0.1/', 'http://100.64.0.1/', 'http://224.0.0.1/'],
  ...[
    'http://255.255.255.255/',
    'http://user@1.1.1.1/',
    'http://:secret@1.1.1.1/',
    'ftp://1.1.1.1/',
    'file:///etc/hosts',
  ],
  ...['gopher://1.1.1.1/', 'data:text/plain,x', 'http://[fe80::1%25eth0]/', 'http://[::1%lo]/', 'http://300.1.1.1/'],
  ...['http:///', 'http://', 'no address'],
];

test.each(notations)('the URL %s is refused without a connection', async (url) => {
  expect(() => guardedOutbound.assertAllowed('url', url)).toThrow(
    new AppError('outbound_address_refused', { field: 'url' }),
  );
  await causeOf(get(guardedOutbound, url));
});

test.each(['http://1.1.1.1:60073', 'https://daemon.example', 'http://[2606:4700::1111]/', 'http://0x01010101/'])(
  'the URL %s is allowed without a DNS lookup',
  (url) => expect(() => guardedOutbound.assertAllowed('url', url)).not.toThrow(),
);

test.each([
  'http://169.254.169.254/',
  'http://0.0.0.0/',
  'http://[::ffff:127.0.0.1]/',
  'http://[fe80::1]/',
  'http://[::]/',
])('the URL %s is refused even if private addresses are allowed', (url) =>
  expect(() => open.assertAllowed('url', url)).toThrow(AppError),
);

test('a private address is reached if the operator allows private addresses', async () => {
  const port = await http((req, res) => res.end(`${req.method} ${req.url} of ${req.headers.host}`));
  const { status, body } = await get(open, `http://127.0.0.1:${port}/a?b=c`);
  expect([status, body.toString()]).toEqual([200, `GET /a?b=c of 127.0.0.1:${port}`]);
  expect(await causeOf(get(guardedOutbound, `http://127.0.0.1:${port}/`))).toContain('is not connected to');
});

describe('host names', () => {
  const leadingTo = (...answers: string[][]) => {
    const resolvedNames: string[] = [];
    const resolve = (name: string) => Promise.resolve(answers[resolvedNames.push(name) - 1] ?? []);
    return { asked: resolvedNames, resolve };
  };

  test('a name is resolved once, the resolved address is used, and the Host header keeps the name', async () => {
    const port = await http((req, res) => res.end(req.headers.host));
    const { asked, resolve } = leadingTo(['127.0.0.1'], ['169.254.169.254']);
    const outbound = createOutbound({ allowsPrivate: true, resolve });
    const { body } = await get(outbound, `http://daemon.example:${port}/`);
    expect(body.toString()).toBe(`daemon.example:${port}`);
    expect(asked).toEqual(['daemon.example']);
    // For the second request, the resolver returns another address, which is checked again and refused (DNS rebinding).
    expect(await causeOf(get(outbound, `http://daemon.example:${port}/`))).toContain('169.254.169.254');
  });

  test.each([
    [['127.0.0.1']],
    [['1.1.1.1', '10.0.0.1']],
    [['2606:4700::1111', '::ffff:127.0.0.1']],
    [['1.1.1.1', '64:ff9b::a00:1']],
    [['fe80::1%2']],
    [[]],
  ])('a name that resolves to %j is not connected to', async (addresses) => {
    const { resolve } = leadingTo(addresses);
    expect(await causeOf(get(createOutbound({ allowsPrivate: false, resolve }), 'http://a.example/'))).toContain(
      'leads',
    );
  });

  test('if a name has several allowed addresses, each is tried', async () => {
    const port = await http((_req, res) => res.end('here'));
    // No server listens on the first of these addresses.
    const { resolve } = leadingTo(['127.0.0.9', '127.0.0.1']);
    const { body } = await get(createOutbound({ allowsPrivate: true, resolve }), `http://a.example:${port}/`);
    expect(body.toString()).toBe('here');
  });

  test('a lookup that does not end counts towards the timeout', async () => {
    const resolve = () => new Promise<string[]>(() => undefined);
    const outbound = createOutbound({ allowsPrivate: false, resolve, wholeMs: 50 });
    expect(await causeOf(get(outbound, 'http://a.example/'))).toContain('not done within 50 ms');
  });

  test('localhost is never resolved by DNS', async () => {
    const port = await http((_req, res) => res.end('here'));
    expect((await get(open, `http://localhost:${port}/`)).body.toString()).toBe('here');
  });
});

test('a redirect is returned as a response and not followed', async () => {
  let isFollowed = false;
  const target = await http((_req, res) => {
    isFollowed = true;
    res.end();
  });
  const port = await http((_req, res) => res.writeHead(307, { Location: `http://127.0.0.1:${target}/` }).end());
  expect((await get(open, `http://127.0.0.1:${port}/`)).status).toBe(307);
  expect(isFollowed).toBe(false);
});

test('a body is sent as JSON with the given headers', async () => {
  const port = await http((req, res) => {
    let text = '';
    req.on('data', (piece: Buffer) => (text += piece.toString()));
    req.on('end', () => res.end(`${req.headers['content-type']} ${req.headers.authorization} ${text}`));
  });
  const url = `http://127.0.0.1:${port}/`;
  const headers = { Authorization: 'Bearer x' };
  const { body } = await open.request({ method: 'POST', url, headers, body: '{"ü":1}', maximumBytes: 100 });
  expect(body.toString()).toBe('application/json Bearer x {"ü":1}');
});

describe('responses beyond a limit', () => {
  const quick = createOutbound({ allowsPrivate: true, resolve: never, wholeMs: 300 });
  /** Resolves when the test server's side of the connection is closed. */
  const whenClosed = (response: ServerResponse | Socket) =>
    new Promise<void>((resolve) => response.once('close', () => resolve()));

  const forEver = (write: (data: string) => boolean, source: ServerResponse | Socket, piece: string) => {
    const more = (): void => {
      while (!source.destroyed && write(piece));
      if (!source.destroyed) source.once('drain', more);
    };
    more();
  };

  test('a body whose declared length exceeds the limit is not read', async () => {
    const port = await raw((socket) => socket.write('HTTP/1.1 200 OK\r\nContent-Length: 1000000000\r\n\r\n{'));
    expect(await causeOf(get(open, `http://127.0.0.1:${port}/`))).toContain('more than 1000 bytes');
  });

  test('an endless body is aborted as soon as it exceeds the limit', async () => {
    let serverSideClosed: Promise<void> | undefined;
    const port = await http((_req, res) => {
      serverSideClosed = whenClosed(res);
      forEver((data) => res.write(data), res, 'x'.repeat(10_000));
    });
    expect(await causeOf(get(open, `http://127.0.0.1:${port}/`, 1_000_000))).toContain('more than 1000000 bytes');
    await serverSideClosed;
  });

  test('a body of exactly the limit is complete; one more byte is refused', async () => {
    const port = await http((req, res) => res.end('x'.repeat(Number(req.url!.slice(1)))));
    expect((await get(open, `http://127.0.0.1:${port}/50000`, 50_000)).body).toHaveLength(50_000);
    expect(await causeOf(get(open, `http://127.0.0.1:${port}/50001`, 50_000))).toContain('more than');
  });

  test('a body in chunks of one byte has the same limit', async () => {
    const port = await raw((socket) => {
      socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n');
      forEver((data) => socket.write(data), socket, '1\r\nx\r\n'.repeat(1_000));
    });
    expect(await causeOf(get(open, `http://127.0.0.1:${port}/`, 100_000))).toContain('more than 100000 bytes');
  });

  test('endless chunk extensions are refused', async () => {
    const port = await raw((socket) => {
      socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1;');
      forEver((data) => socket.write(data), socket, 'e'.repeat(10_000));
    });
    await causeOf(get(open, `http://127.0.0.1:${port}/`));
  });

  test('a response with gzip encoding is refused, not decompressed', async () => {
    const bomb = gzipSync(Buffer.alloc(10_000_000));
    let sentHeaders: IncomingMessage['headers'] = {};
    const port = await http((req, res) => {
      sentHeaders = req.headers;
      res.writeHead(200, { 'Content-Encoding': 'gzip' }).end(bomb);
    });
    expect(await causeOf(get(open, `http://127.0.0.1:${port}/`, 1_000_000))).toContain('encoded');
    expect(sentHeaders['accept-encoding']).toBe('identity');
  });

  test('headers beyond 16 KB are refused', async () => {
    const port = await raw((socket) => {
      socket.write('HTTP/1.1 200 OK\r\nX-Long: ');
      forEver((data) => socket.write(data), socket, 'h'.repeat(10_000));
    });
    expect(await causeOf(get(open, `http://127.0.0.1:${port}/`))).toMatch(/header/i);
  });

  test.each([
    ['headers that never end', 'HTTP/1.1 200 OK\r\nX-Slow: '],
    ['a body that never ends', 'HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nx'],
    ['nothing at all', ''],
  ])('%s: the timeout covers the whole request', async (_what, text) => {
    const port = await raw((socket) => socket.write(text));
    expect(await causeOf(get(quick, `http://127.0.0.1:${port}/`))).toContain('not done within 300 ms');
  });

  test('endless interim responses count towards the timeout', async () => {
    const port = await raw((socket) => {
      const timer = setInterval(() => socket.write('HTTP/1.1 103 Early Hints\r\n\r\n'), 10);
      socket.once('close', () => clearInterval(timer));
    });
    expect(await causeOf(get(quick, `http://127.0.0.1:${port}/`))).toContain('not done within 300 ms');
  });

  test('a TLS handshake without an answer fails as a connection error', async () => {
    const port = await raw(() => undefined);
    const outbound = createOutbound({ allowsPrivate: true, resolve: never, connectMs: 100, wholeMs: 5_000 });
    expect(await causeOf(get(outbound, `https://127.0.0.1:${port}/`))).toContain('no connection within 100 ms');
  });

  test.each(['nonsense\r\n\r\n', 'HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nhello'])(
    'a response that is not HTTP is refused: %j',
    async (text) => {
      const port = await raw((socket) => socket.end(text));
      await causeOf(get(open, `http://127.0.0.1:${port}/`));
    },
  );

  test('a truncated body is an error', async () => {
    const port = await raw((socket) => socket.end('HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhello'));
    await causeOf(get(open, `http://127.0.0.1:${port}/`));
  });

  test('a response that switches protocols is refused', async () => {
    const port = await raw((socket) =>
      socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n'),
    );
    await causeOf(get(quick, `http://127.0.0.1:${port}/`));
  });
});

test('an aborted request ends at once', async () => {
  const stopping = new AbortController();
  const port = await raw(() => stopping.abort());
  const pendingRequest = open.request({
    method: 'GET',
    url: `http://127.0.0.1:${port}/`,
    maximumBytes: 1,
    signal: stopping.signal,
  });
  expect(await causeOf(pendingRequest)).toContain('stopped');
  const late = open.request({
    method: 'GET',
    url: `http://127.0.0.1:${port}/`,
    maximumBytes: 1,
    signal: stopping.signal,
  });
  expect(await causeOf(late)).toContain('stopped');
});

test.each([
  ['https://daemon.example/', true],
  ['http://127.0.0.1:1/', true],
  ['http://[::1]/', true],
  ['http://localhost/', true],
  ['http://daemon.example/', false],
  ['http://10.0.0.1/', false],
  ['http://localhost.example/', false],
])('whether requests to %s cannot be read on the way: %s', (url, expected) =>
  expect(isConfidential(url)).toBe(expected),
);
