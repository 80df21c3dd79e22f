// The TCP scan, with servers on loopback: open ports are found, services are recognized, and nothing is written to the
// raw ports of printers.
import { X509Certificate } from 'node:crypto';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer, TLSSocket } from 'node:tls';
import { probePortState } from '../../../../src/agent/sources/scan/connect';
import { forEachConcurrently, Pool, Rate } from '../../../../src/agent/sources/scan/limits';
import { allPorts, isRawPrinterPort, defaultPorts } from '../../../../src/agent/sources/scan/ports';
import { probePort } from '../../../../src/agent/sources/scan/probe';
import { identify } from '../../../../src/agent/services/identify';
import { certificate } from '../../support/certificate';

const openServers: { server: Server; sockets: Set<Socket> }[] = [];
afterEach(async () => {
  for (const { server, sockets } of openServers.splice(0)) {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  }
});

const ownAddress = '127.0.83.1';

async function listen(server: Server, port = 0, address = '127.0.0.1'): Promise<number> {
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
  });
  server.on('tlsClientError', () => undefined);
  openServers.push({ server, sockets });
  await new Promise<void>((resolve) => server.listen(port, address, resolve));
  return (server.address() as AddressInfo).port;
}

const never = new AbortController().signal;
const options = (timeoutMs = 600) => ({ rate: new Rate(100_000), pool: new Pool(300), signal: never, timeoutMs });
/**
 * A long timeout in milliseconds. Loopback responds immediately, but a busy machine may read the response late, and
 * must not regard the port as silent.
 */
const patienceMs = 30_000;
const page = (body: string, headers = '') =>
  `HTTP/1.1 200 OK\r\n${headers}Content-Type: text/html\r\nConnection: close\r\n\r\n${body}`;

test('the usual ports are 1,000, the likely ones first; all ports are 65,535', () => {
  expect(new Set(defaultPorts).size).toBe(1_000);
  expect(defaultPorts).toHaveLength(1_000);
  expect(defaultPorts.slice(0, 5)).toEqual([22, 80, 443, 445, 53]);
  expect(defaultPorts.every((port) => Number.isInteger(port) && port > 0 && port < 65_536)).toBe(true);
  expect(new Set(allPorts).size).toBe(65_535);
  expect([9099, 9100, 9107, 9108].map(isRawPrinterPort)).toEqual([false, true, true, false]);
});

describe('a port', () => {
  test('is open, closed, or not answering while the signal is given', async () => {
    const port = await listen(createServer());
    expect(await probePortState('127.0.0.1', port, patienceMs, never)).toBe('open');
    const [{ server }] = openServers.splice(0) as [(typeof openServers)[number]];
    await new Promise((resolve) => server.close(resolve));
    expect(await probePortState('127.0.0.1', port, patienceMs, never)).toBe('closed');
    expect(await probePortState('127.0.0.1', port, patienceMs, AbortSignal.abort())).toBe('silent');
  });

  test('is found if it is open, in a whole range and with no more sockets than allowed', async () => {
    // No other program uses these ports: they are below the ephemeral ports, at an address of this test only.
    const open = [21_020, 21_061, 21_102, 21_143, 21_184];
    for (const port of open) await listen(createServer(), port, ownAddress);
    const candidates = Array.from({ length: 205 }, (_none, at) => 21_000 + at);
    const [pool, rate] = [new Pool(7), new Rate(100_000)];
    let [now, most] = [0, 0];
    const openPorts: number[] = [];
    await forEachConcurrently(candidates, 50, async (port) => {
      await rate.take(never);
      const state = await pool.run(async () => {
        most = Math.max(most, ++now);
        return probePortState(ownAddress, port, patienceMs, never).finally(() => now--);
      });
      if (state === 'open') openPorts.push(port);
    });
    expect([...openPorts].sort((a, b) => a - b)).toEqual(open);
    expect(most).toBeLessThanOrEqual(7);
  });
});

test('all connections together keep to the rate', async () => {
  const rate = new Rate(1_000);
  const startedAt = performance.now();
  await forEachConcurrently(Array.from({ length: 300 }), 100, () => rate.take(never));
  // 300 tokens at 1,000 a second take 250 ms, because the first fifty tokens are available at once.
  expect(performance.now() - startedAt).toBeGreaterThanOrEqual(245);
});

describe('the answer of a port', () => {
  test.each([
    ['SSH-2.0-OpenSSH_9.6\r\n', 'SSH'],
    ['220 (vsFTPd 3.0.5)\r\n', 'FTP Server'],
    ['220 mail.example ESMTP Postfix (Debian)\r\n', 'postfix'],
    ['* OK [CAPABILITY IMAP4rev1] Dovecot ready.\r\n', 'dovecot'],
    ['RFB 003.008\n', 'vnc'],
    ['J\0\0\0\n8.0.36\0\x0b\0\0\0', 'MySQL'],
    ['Y\0\0\0\n5.5.5-10.11.6-MariaDB-1\0', 'MariaDB'],
  ])('%j proves %s', async (greeting, definition) => {
    // The SSH server sends only its version line, and closes the connection at the first bytes of a handshake.
    const port = await listen(
      createServer((socket) => {
        socket.once('data', () => socket.destroy());
        socket.write(Buffer.from(greeting, 'latin1'));
      }),
    );
    const foundService = identify(await probePort('127.0.0.1', port, options(patienceMs)));
    expect(foundService).toMatchObject({ port, definition, confidence: 'proven' });
  });

  test.each([
    [page('<html><head><title>Grafana</title></head></html>'), 'Grafana', undefined],
    [page('<title>\n  Proxmox &#86;irtual Environment </title>'), 'Proxmox VE', undefined],
    [page('hello', 'Server: nginx/1.24.0\r\n'), 'nginx', undefined],
    [page('<TITLE>Our tea kettle &amp; more</TITLE>'), 'Web Service', 'Our tea kettle & more'],
    [page('{"tagline":"You Know, for Search"}'), 'Elasticsearch', undefined],
  ])('over HTTP proves the software (%#)', async (answer, definition, name) => {
    const port = await listen(createServer((socket) => socket.once('data', () => socket.end(answer))));
    const foundService = identify(await probePort('127.0.0.1', port, options()));
    expect(foundService).toMatchObject({ definition, confidence: 'proven' });
    expect(foundService!.name).toBe(name);
  });

  test('behind TLS gives the names of the certificate and the title of the page', async () => {
    const port = await listen(
      createTlsServer(certificate, (socket) => {
        socket.on('error', () => undefined);
        socket.once('data', () => socket.end(page('<title>Portainer</title>')));
      }),
    );
    const finding = await probePort('127.0.0.1', port, options());
    expect(finding.certificate!.names).toEqual(['nas.example.lan', 'files.example.lan']);
    const { fingerprint256 } = new X509Certificate(certificate.cert);
    expect(finding.certificate!.details).toEqual({
      ...{ subject: 'CN=nas.example.lan, O=Example', issuer: 'CN=nas.example.lan, O=Example', isSelfSigned: true },
      alternativeNames: [
        ...['nas.example.lan', '*.example.lan', 'files.example.lan', '10.0.0.5', 'localhost', '127.0.0.1'],
      ],
      ...{ notBefore: '2026-11-22T17:32:10.000Z', notAfter: '2126-10-29T17:32:10.000Z' },
      fingerprint: fingerprint256.replaceAll(':', '').toLowerCase(),
    });
    expect(finding.http).toMatchObject({ isTls: true, title: 'Portainer' });
    expect(identify(finding)).toMatchObject({ definition: 'Portainer', confidence: 'proven' });
  });

  test('that redirects to another page of the same server is followed once, and nowhere else', async () => {
    const requestLines: string[] = [];
    const port = await listen(
      createServer((socket) =>
        socket.once('data', (data) => {
          const path = /^GET (\S+)/.exec(data.toString())![1]!;
          requestLines.push(path);
          const location = path === '/' ? '/login' : 'http://elsewhere.example/';
          socket.end(`HTTP/1.1 302 Found\r\nLocation: ${location}\r\n\r\n<title>at ${path}</title>`);
        }),
      ),
    );
    const finding = await probePort('127.0.0.1', port, options());
    expect(requestLines).toEqual(['/', '/login']);
    expect(finding.http!.title).toBe('at /login');
  });

  test('that is empty leaves an open port, whose service is only guessed by its number', async () => {
    const port = await listen(createServer());
    expect(identify(await probePort('127.0.0.1', port, options()))).toBeUndefined();
    expect(identify({ port: 3306 })).toEqual({ port: 3306, definition: 'MySQL', confidence: 'guessed' });
  });

  test('that never ends is read for a limited time', async () => {
    const port = await listen(
      createServer((socket) => {
        const more = (error?: Error | null) => void (error ?? socket.write(Buffer.alloc(65_536, 'x'), more));
        more();
      }),
    );
    const { banner } = await probePort('127.0.0.1', port, options());
    expect(banner!.length).toBeLessThanOrEqual(512);
  });
});

test('is not awaited at the raw port of a printer: nothing is written to it, and it is not connected to again', async () => {
  const receivedBuffers: Buffer[] = [];
  let connections = 0;
  const server = createServer((socket) => {
    connections++;
    socket.on('data', (data) => receivedBuffers.push(data));
  });
  const free = await (async () => {
    for (let port = 9100; port <= 9107; port++)
      if ((await probePortState('127.0.0.1', port, patienceMs, never)) === 'closed') return port;
    throw new Error('all ports of printers are in use on this machine');
  })();
  await listen(server, free);
  expect(await probePortState('127.0.0.1', free, patienceMs, never)).toBe('open');
  expect(await probePort('127.0.0.1', free, options())).toEqual({ port: free });
  expect(receivedBuffers).toEqual([]);
  expect(connections).toBeLessThanOrEqual(1);
});

describe('a port of controllers', () => {
  const received = async (asksControllers: boolean) => {
    const requests: Buffer[] = [];
    const port = await listen(
      createServer((socket) => socket.on('data', (data) => requests.push(data))),
      44_818,
      ownAddress,
    );
    const finding = await probePort(ownAddress, port, { ...options(), asksControllers });
    return { finding, requests };
  };

  test('gets nothing by default', async () => {
    expect(await received(false)).toEqual({ finding: { port: 44_818 }, requests: [] });
  });
  test('gets one reading request if the operator wants it', async () => {
    const { requests } = await received(true);
    expect(requests.map((data) => data.toString('hex'))).toEqual([`63${'00'.repeat(23)}`]);
  });
});

test.each([
  [3389, '030000130ed000001234000200080002000000'],
  [5432, '53'],
])('the certificate at port %d is read behind its own request', async (port, answer) => {
  const server = createServer((socket) =>
    socket.once('data', () => {
      socket.write(Buffer.from(answer, 'hex'), () => {
        const secure = new TLSSocket(socket, { isServer: true, ...certificate });
        secure.on('error', () => undefined);
      });
    }),
  );
  await listen(server, port, ownAddress);
  const finding = await probePort(ownAddress, port, options(patienceMs));
  expect(finding.banner!.toString('hex')).toBe(answer);
  expect(finding.certificate!.names).toEqual(['nas.example.lan', 'files.example.lan']);
  expect(identify(finding)).toMatchObject({ port, confidence: 'proven' });
});
