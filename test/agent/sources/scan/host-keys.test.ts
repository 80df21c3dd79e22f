// SSH host keys in the scan: they are read by a handshake without signing in, within limits, and reported with their
// port.
import { generateKeyPairSync } from 'node:crypto';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { Server as SshServer, utils } from 'ssh2';
import { buildHostReport } from '../../../../src/agent/report/host-report';
import { SubnetPlan } from '../../../../src/agent/report/subnets';
import { Pool, Rate } from '../../../../src/agent/sources/scan/limits';
import { probePorts } from '../../../../src/agent/sources/scan/port-scan';
import { probePort, type PortFinding } from '../../../../src/agent/sources/scan/probe';
import { hostKeyFingerprint, parseHostKey } from '../../../../src/agent/sources/ssh/connection/host-keys';
import { readHostKey } from '../../../../src/agent/sources/ssh/connection/read-host-key';
import { ed25519KeyPair } from '../ssh/ed25519-keys';

const keys = {
  ed25519: ed25519KeyPair().private,
  ecdsa: utils.generateKeyPairSync('ecdsa', { bits: 256 }).private,
  rsa: generateKeyPairSync('rsa', {
    ...{ modulusLength: 2048, publicKeyEncoding: { type: 'spki', format: 'pem' } },
    privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
  }).privateKey,
};
const hostKeyOf = (text: string) => {
  const key = utils.parseKey(text);
  if (key instanceof Error) throw key;
  return parseHostKey(key.getPublicSSH());
};

const servers: { server: Server; sockets: Set<Socket> }[] = [];
afterEach(async () => {
  for (const { server, sockets } of servers.splice(0)) {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  }
});
async function listen(serve: (socket: Socket) => void): Promise<number> {
  const sockets = new Set<Socket>();
  const server = createServer({ noDelay: true }, (socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    serve(socket);
  });
  servers.push({ server, sockets });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

/** An SSH server with these host keys. `events` records each connection and each attempt to sign in. */
async function startSsh(hostKeys: readonly string[], algorithms: object = {}) {
  const events: string[] = [];
  const ssh = new SshServer({ hostKeys: [...hostKeys], algorithms }, (client) => {
    events.push('connection');
    client.on('error', () => undefined);
    client.on('authentication', ({ method, reject }) => {
      events.push(method);
      reject();
    });
  });
  return { port: await listen((socket) => ssh.injectSocket(socket)), events };
}
const signal = new AbortController().signal;
const patient = { signal, timeoutMs: 30_000 };

test('Ed25519 is preferred, and nobody signs in', async () => {
  const { port, events } = await startSsh([keys.rsa, keys.ecdsa, keys.ed25519]);
  const key = await readHostKey('127.0.0.1', port, patient);
  expect(key).toEqual(hostKeyOf(keys.ed25519));
  expect(hostKeyFingerprint(key!.fingerprint)).toBe(key!.fingerprint);
  expect(events).toEqual(['connection']);
});

test('keys of other types and old algorithms are read', async () => {
  const old = { kex: ['diffie-hellman-group14-sha1'], serverHostKey: ['ssh-rsa'], cipher: ['aes128-cbc'] };
  const { port } = await startSsh([keys.rsa], { ...old, hmac: ['hmac-sha1'] });
  expect(await readHostKey('127.0.0.1', port, patient)).toEqual(hostKeyOf(keys.rsa));
  const other = await startSsh([keys.ecdsa]);
  expect(await readHostKey('127.0.0.1', other.port, patient)).toMatchObject({ format: 'ecdsa-sha2-nistp256' });
});

test('servers that do not end the handshake give no key', async () => {
  const { port: large } = await startSsh([keys.rsa], { kex: ['diffie-hellman-group18-sha512'] });
  expect(await readHostKey('127.0.0.1', large, patient)).toBeUndefined();
  const texts = [
    '',
    'SSH-2.0-x\r\n',
    'SSH-2.0-x\r\n\xff\xff\xff\xff',
    `SSH-2.0-x\r\n${'\0\0\0\x0c\x0a\x14'.repeat(40)}`,
  ];
  for (const text of texts) {
    const port = await listen((socket) => socket.end(Buffer.from(text, 'latin1')));
    expect(await readHostKey('127.0.0.1', port, patient)).toBeUndefined();
  }
  const flood = await listen((socket) => {
    const more = (error?: Error | null): unknown =>
      error ? undefined : socket.write(Buffer.alloc(16_384, 'line of a greeting\r\n'), more);
    more();
  });
  expect(await readHostKey('127.0.0.1', flood, patient)).toBeUndefined();
  const silent = await listen((socket) => socket.write('SSH-2.0-x\r\n'));
  expect(await readHostKey('127.0.0.1', silent, { signal, timeoutMs: 50 })).toBeUndefined();
  expect(await readHostKey('127.0.0.1', silent, { signal: AbortSignal.abort(), timeoutMs: 50 })).toBeUndefined();
});

test('a key counts only if the server proves that it has it', async () => {
  // The proxy changes a byte of the signature in the server's key exchange, so the signature does not match the host
  // key.
  const { port: behind } = await startSsh([keys.ed25519]);
  const proxied = await listen((socket) => {
    const { connect } = jest.requireActual<typeof import('node:net')>('node:net');
    const upstream = connect(behind, '127.0.0.1');
    upstream.on('error', () => undefined);
    socket.on('data', (bytes) => upstream.write(bytes));
    socket.on('close', () => upstream.destroy());
    const blob = Buffer.from('\0\0\0\x0bssh-ed25519\0\0\0\x40', 'latin1');
    upstream.on('data', (bytes: Buffer) => {
      const at = bytes.indexOf(blob);
      if (at >= 0) bytes[at + blob.length]! ^= 1;
      socket.write(bytes);
    });
  });
  expect(await readHostKey('127.0.0.1', proxied, patient)).toBeUndefined();
});

test('the probe of a port has the key beside the banner', async () => {
  const { port, events } = await startSsh([keys.ed25519]);
  const options = { rate: new Rate(100_000), pool: new Pool(10), signal, timeoutMs: 30_000 };
  expect(await probePort('127.0.0.1', port, options)).toMatchObject({
    banner: expect.any(Buffer) as Buffer,
    sshHostKey: hostKeyOf(keys.ed25519),
  });
  expect(events).toEqual(['connection']);
});

test('of an address with many SSH servers, only the first keys are read', async () => {
  const stubs = [];
  for (let at = 0; at < 6; at++) stubs.push(await startSsh([keys.ed25519]));
  const limits = { rate: new Rate(100_000), pool: new Pool(100), signal, timeoutMs: 30_000 };
  const ports = stubs.map(({ port }) => port);
  const findings = await probePorts('127.0.0.1', ports, limits);
  expect(findings.map(({ banner }) => banner?.toString('latin1', 0, 7))).toEqual(ports.map(() => 'SSH-2.0'));
  expect(stubs.flatMap(({ events }) => events)).toEqual(Array(4).fill('connection'));
});

describe('in the report of a machine', () => {
  const banner = Buffer.from('SSH-2.0-OpenSSH_9.2p1\r\n');
  const [one, other] = [hostKeyOf(keys.ed25519), hostKeyOf(keys.ecdsa)];
  const reported = ({ format: type, fingerprint }: typeof one) => ({ type, fingerprint });
  const portOf = (...findings: Omit<PortFinding, 'port'>[]) =>
    buildHostReport(
      {
        addresses: [{ address: '10.0.0.5', ports: [22] }],
        ...{ names: [], findings: findings.map((finding) => ({ port: 22, ...finding })), services: [] },
      },
      { networkId: '', subnets: new SubnetPlan([], [], []), trustsPorts: false },
    ).ports![0]!;

  test('a port has the keys of all addresses, each once and in the same order', () => {
    const findings = [one, other, one].map((sshHostKey) => ({ banner, sshHostKey }));
    const expected = [reported(other), reported(one)];
    expect(portOf(...findings).ssh_host_keys).toEqual(expected);
    expect(portOf(...findings.toReversed()).ssh_host_keys).toEqual(expected);
  });
  test('a port has no keys if it answers as another service, and unknown ones if a handshake failed', () => {
    expect(portOf({ banner: Buffer.from('220 mail ESMTP') }).ssh_host_keys).toEqual([]);
    expect(portOf({ banner })).not.toHaveProperty('ssh_host_keys');
    expect(portOf({})).not.toHaveProperty('ssh_host_keys');
  });
});
