// The SSH client: which servers it trusts, how it signs in, how it limits a command's output, and that it reveals no
// secret.
import { createServer, type AddressInfo } from 'node:net';
import { Pins, type Connection } from '../../../../src/agent/sources';
import { sshSource } from '../../../../src/agent/sources/ssh';
import { hostKeyFingerprint, judgeHostKey, pinName } from '../../../../src/agent/sources/ssh/connection/host-keys';
import { renderLines } from '../../../../src/agent/sources/ssh/connection/terminal-text';
import {
  account,
  connectionTo,
  hostKey,
  otherHostKey,
  passphrase,
  SshStub,
  userKey,
  type StubOptions,
  type StubOutput,
} from './ssh-stub';

const stubs: SshStub[] = [];
afterEach(async () => {
  await Promise.all(stubs.splice(0).map((stub) => stub.stop()));
});
async function startStub(options?: StubOptions): Promise<SshStub> {
  const stub = await new SshStub(options).start();
  stubs.push(stub);
  stub.reply = (command) =>
    command === 'uname -sr' ? 'Linux 6.1.0\n' : command === 'uname -n' ? 'server-1\n' : undefined;
  return stub;
}
const reach = (stub: SshStub, more: Partial<Connection> = {}, settings: object = account) => {
  const connection = connectionTo(stub, more);
  return sshSource.reach({ connection, settings }).then((outcome) => ({ ...outcome, told: connection.told }));
};
const read = (stub: SshStub, more: Partial<Connection> = {}, settings: object = account) =>
  sshSource.read({ connection: connectionTo(stub, more), settings });

describe('host keys', () => {
  const place = (stub: SshStub) => pinName(`127.0.0.1:${stub.port}`);

  test('a first one is pinned, and the user is told once; with several keys the server presents the same again', async () => {
    const stub = await startStub({ keys: [1] });
    const pins = new Pins();
    const first = await reach(stub, { fingerprint: undefined, pins });
    expect(first.outcome).toBe('opened');
    expect(first.told).toEqual([expect.stringContaining(otherHostKey.fingerprint)]);
    expect(pins.get(place(stub))).toBe(`ecdsa-sha2-nistp256 ${otherHostKey.fingerprint}`);
    expect(await reach(stub, { fingerprint: undefined, pins })).toEqual({ outcome: 'opened', told: [] });
    const both = await startStub({ keys: [0, 1] });
    pins.set(place(both), `ecdsa-sha2-nistp256 ${otherHostKey.fingerprint}`);
    expect(await reach(both, { fingerprint: undefined, pins })).toEqual({ outcome: 'opened', told: [] });
  });

  test.each([
    ['another pinned key', undefined, `ssh-ed25519 ${otherHostKey.fingerprint}`],
    ['a given fingerprint that differs', otherHostKey.fingerprint, undefined],
    ['a given text that is no fingerprint', 'mine', undefined],
  ])('%s: the connection is refused before a secret is sent', async (_name, fingerprint, pin) => {
    const stub = await startStub();
    const pins = new Pins();
    if (pin !== undefined) pins.set(place(stub), pin);
    const { outcome, reason, told } = await reach(stub, { fingerprint, pins });
    expect([outcome, reason, told]).toEqual(['refused', expect.stringContaining(hostKey.fingerprint), []]);
    expect(stub.signIns).toBe(0);
    expect(pins.get(place(stub))).toBe(pin);
  });

  test('a given fingerprint is accepted with and without its prefix and padding', () => {
    const bare = hostKey.fingerprint.replace('SHA256:', '');
    for (const fingerprint of [hostKey.fingerprint, bare, `${bare}=`, `sha256:${bare}`])
      expect(judgeHostKey(hostKey, { given: fingerprint })).toEqual({ pin: undefined, isNew: false });
    expect(hostKeyFingerprint(bare.slice(1))).toBeUndefined();
  });
});

describe('signing in', () => {
  const key = { username: account.username, private_key: userKey.private, passphrase };

  test.each<[string, StubOptions, object]>([
    ['a password', {}, account],
    ['a password that is asked for', { isInteractive: true }, account],
    ['a key with a passphrase', {}, key],
  ])('with %s', async (_name, options, settings) => {
    const stub = await startStub(options);
    expect(await reach(stub, {}, settings)).toEqual({ outcome: 'opened', told: [] });
    expect(stub.signIns).toBe(1);
  });

  test.each<[string, object]>([
    ['a wrong password', { ...account, password: 'Another-Password-of-SSH-2' }],
    ['another user', { ...account, username: 'other' }],
    ['a wrong passphrase', { ...key, passphrase: 'Another-Passphrase-2' }],
    ['no passphrase', { username: account.username, private_key: userKey.private }],
    ['a key that is none', { username: account.username, private_key: 'Not-a-private-key-1' }],
  ])('with %s is refused, and the reason contains no secret', async (_name, settings) => {
    const stub = await startStub();
    const { outcome, reason } = await reach(stub, {}, settings);
    expect([outcome, reason]).toEqual(['refused', expect.stringContaining(`127.0.0.1:${stub.port}`)]);
    for (const secret of [...Object.values(settings), ...userKey.private.split('\n')].filter((one) => one.length > 10))
      expect(reason).not.toContain(secret);
  });

  test('a jump host forwards the connection, and both host keys are judged', async () => {
    const [jump, device] = [await startStub(), await startStub({ keys: [1] })];
    const settings = { ...account, jump: { ...account, address: '127.0.0.1', port: jump.port } };
    const pins = new Pins();
    const first = await reach(device, { fingerprint: otherHostKey.fingerprint, pins }, settings);
    expect([first.outcome, first.told]).toEqual(['opened', [expect.stringContaining(hostKey.fingerprint)]]);
    expect([jump.signIns, device.signIns]).toEqual([1, 1]);
    const { machines } = await read(device, { fingerprint: otherHostKey.fingerprint, pins }, settings);
    expect(machines).toMatchObject([{ name: 'server-1' }]);
    const wrong = { ...settings, jump: { ...settings.jump, fingerprint: otherHostKey.fingerprint } };
    const refused = await reach(device, { fingerprint: otherHostKey.fingerprint }, wrong);
    expect(refused).toMatchObject({ outcome: 'refused', reason: expect.stringContaining(`${jump.port}`) });
    const unreachable = { ...connectionTo(device), port: 1 };
    expect(await sshSource.reach({ connection: unreachable, settings })).toMatchObject({
      outcome: 'refused',
      reason: expect.stringContaining('127.0.0.1:1 '),
    });
  });

  test('a port at which nothing listens, or another protocol answers', async () => {
    const stub = await startStub();
    await stubs.pop()!.stop();
    expect(await reach(stub)).toMatchObject({ outcome: 'silent' });
    const other = createServer((socket) => void socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const { port } = other.address() as AddressInfo;
    expect(await reach(stub, { port })).toMatchObject({ outcome: 'refused' });
    other.close();
    const mute = createServer((socket) => void socket.on('error', () => undefined));
    await new Promise<void>((resolve) => mute.listen(0, '127.0.0.1', resolve));
    const at = { port: (mute.address() as AddressInfo).port, limits: { answerMs: 50 } };
    expect(await reach(stub, at)).toMatchObject({ outcome: 'silent' });
    mute.close();
  });

  test.each<[string, object | null]>([
    ['no secret', { username: 'a' }],
    ['no user', { password: 'p' }],
    ['a jump host without a secret', { ...account, jump: { username: 'a', address: '10.0.0.1' } }],
    ['a jump host without an address', { ...account, jump: account }],
    ['a user name with a line break', { ...account, username: 'a\nb' }],
    ['nothing', null],
  ])('settings with %s are refused', (_name, settings) => {
    expect(sshSource.parseSettings(settings)).toBeUndefined();
  });

  test('credentials of the server become settings; those whose secrets are files do not', () => {
    const value = (text: string) => ({ mode: 'Value', value: text });
    const settingsFromServer = (auth: object) =>
      sshSource.parseSettings(sshSource.sentSettings({ type: 'Ssh', username: 'u', script: 'rm -rf /', auth }));
    expect(settingsFromServer({ mode: 'Password', password: value('p') })).toEqual({ username: 'u', password: 'p' });
    expect(settingsFromServer({ mode: 'PrivateKey', private_key: value('k'), passphrase: null })).toEqual({
      username: 'u',
      private_key: 'k',
    });
    expect(settingsFromServer({ mode: 'PrivateKey', private_key: value('k'), passphrase: value('w') })).toMatchObject({
      passphrase: 'w',
    });
    expect(
      settingsFromServer({ mode: 'PrivateKey', private_key: { mode: 'FilePath', path: '/etc/key' } }),
    ).toBeUndefined();
    expect(settingsFromServer({})).toBeUndefined();
  });
});

describe('commands', () => {
  test.each<[string, StubOutput, Partial<Connection['limits']>, string]>([
    ['that do not end', { text: 'a', ending: 'hang' }, { answerMs: 2_000 }, 'does not end'],
    ['that print too much', { text: 'x'.repeat(5_000), status: 0 }, { answerBytes: 1_000 }, 'more than 1000 bytes'],
    ['that a signal ends', { text: '[]', ending: 'signal' }, {}, 'signal'],
    ['that print something else', { text: '<html>', status: 0 }, {}, 'another form'],
  ])('%s give a warning, and others are read', async (_name, output, limits, text) => {
    const stub = await startStub();
    const usual = stub.reply;
    stub.reply = (command) =>
      command.startsWith('ip -j neigh') ? output : command.startsWith('ip ') ? '[]' : usual(command);
    const { machines, notes } = await read(stub, { limits });
    expect(machines).toMatchObject([{ name: 'server-1', os: 'Linux' }]);
    expect(notes).toEqual([expect.stringContaining(text)]);
    expect(machines[0]!.facts.incomplete).toContain('arp');
    expect(machines[0]!.facts.incomplete).not.toContain('routes');
  });

  test('a connection that is lost in the middle ends the reading with a warning', async () => {
    const stub = await startStub();
    const usual = stub.reply;
    stub.reply = (command) => (command.startsWith('ip -j neigh') ? { text: '[', ending: 'drop' } : usual(command));
    const { machines, notes } = await read(stub);
    expect(machines).toMatchObject([{ name: 'server-1' }]);
    expect(notes.join()).toContain('closed');
    expect(machines[0]!.facts.incomplete).toEqual(expect.arrayContaining(['arp', 'routes', 'fdb', 'lldp']));
  });

  test('commands, bytes and time of a whole reading are bounded', async () => {
    const stub = await startStub();
    expect((await read(stub, { limits: { requests: 3 } })).notes.join()).toContain('more than 3 commands');
    stub.commands.length = 0;
    const usual = stub.reply;
    stub.reply = (command) => (command === 'uname -n' ? 'x'.repeat(1_000) : usual(command));
    expect((await read(stub, { limits: { totalBytes: 500 } })).notes.join()).toContain('bytes');
    await expect(read(stub, { limits: { totalMs: 0 } })).rejects.toThrow('was not read within 0 s');
  });

  test('an aborted signal ends the reading with its reason', async () => {
    const stub = await startStub();
    stub.reply = () => ({ text: '', ending: 'hang' });
    const controller = new AbortController();
    const reading = read(stub, { signal: controller.signal });
    const ended = expect(reading).rejects.toThrow('stopped');
    setTimeout(() => controller.abort(new Error('stopped')), 100);
    await ended;
  });
});

describe('a terminal', () => {
  const terminal = { prompt: 'sw-1>' };
  const version = 'Cisco IOS Software, X Software, Version 15.2(7)E\nsw-1 uptime is 1 day\n';
  const inTerminal = async (options: Partial<StubOptions['terminal']> = {}) => {
    const stub = await startStub({ ident: 'Cisco-1.25', hasExec: false, terminal: { ...terminal, ...options } });
    stub.reply = (command) => (command === 'show version' ? version : '% Invalid input\n');
    return stub;
  };

  test('pages are turned, and erased questions are no part of the output', async () => {
    const stub = await inTerminal({ pageLines: 2 });
    const usual = stub.reply;
    stub.reply = (command) =>
      command === 'show ip arp'
        ? `Protocol  Address\n${[1, 2, 3, 4, 5].map((one) => `Internet  10.0.0.${one}  1  0200.0000.000${one}  ARPA  Vlan1\n`).join('')}`
        : command === 'terminal length 0'
          ? { text: '', ending: undefined }
          : usual(command);
    const { machines } = await read(stub);
    expect(machines[0]!.facts.arp.map(({ address }) => address)).toEqual([1, 2, 3, 4, 5].map((one) => `10.0.0.${one}`));
  });

  test('a line that looks like the prompt does not end an output', async () => {
    const stub = await inTerminal();
    const usual = stub.reply;
    stub.reply = (command) =>
      command === 'show ip arp'
        ? 'Protocol  Address\nsw-1>\nInternet  10.0.0.9  1  0200.0000.0009  ARPA  Vlan1\n'
        : usual(command);
    const { machines, notes } = await read(stub);
    expect(machines[0]!.facts.arp).toMatchObject([{ address: '10.0.0.9' }]);
    expect(notes.join()).toContain('1 lines of its output were not understood');
    expect(machines[0]!.facts.incomplete).toContain('arp');
  });

  test.each<[string, StubOutput, string]>([
    ['a command that does not end', { text: 'Protocol  Address\r\n', ending: 'hang' }, 'does not end'],
    ['a connection that is lost', { text: 'Protocol  Address\r\n', ending: 'drop' }, 'closed'],
  ])('%s gives a warning, and its table is not complete', async (_name, output, text) => {
    const stub = await inTerminal();
    const usual = stub.reply;
    stub.reply = (command) => (command === 'show ip arp' ? output : usual(command));
    const { machines, notes } = await read(stub, { limits: { answerMs: 2_000 } });
    expect(notes.join()).toContain(text);
    expect(machines[0]).toMatchObject({ name: 'sw-1' });
    expect(machines[0]!.facts.incomplete).toContain('arp');
  });

  test.each([
    ['no prompt', { prompt: 'Press any key' }],
    ['a system that is not known', { prompt: '$' }],
  ])('with %s gives a clear refusal', async (_name, options) => {
    const stub = await inTerminal(options);
    stub.reply = () => 'what?\n';
    await expect(read(stub, { limits: { answerMs: 1_000 } })).rejects.toThrow(/no prompt was recognized|is none of/);
  });
});

test.each<[string, string[]]>([
  ['plain\ntext', ['plain', 'text']],
  ['a\r\nb  \r\r\n', ['a', 'b', '']],
  [' --More-- \b\b\b\b\b\b\b\b\b\b          \b\b\b\b\b\b\b\b\b\bnext', ['next']],
  [' --More-- \r          \rnext line', ['next line']],
  ['\u001b[2J\u001b[1;31mred\u001b[0m\u001b]0;title\u0007', ['red']],
])('what a terminal shows of %j', (raw, lines) => {
  expect(renderLines(raw)).toEqual(lines);
});
