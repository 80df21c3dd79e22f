// Which APIs of other tools the agent reads: those that a file on its machine names, and those for which the server
// sends a credential. The agent uses a credential of the server only inside the network, and only at IP addresses of
// the host that the credential belongs to.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ApiTargets, readTargets } from '../../src/agent/api-targets';
import { Failure } from '../../src/agent/failure';
import { parseWorkAnswer, type Work } from '../../src/agent/protocol/wire';
import { ScanOrder } from '../../src/agent/scope/order';
import { Scope } from '../../src/agent/scope/scope';
import { Pins } from '../../src/agent/sources';
import { ApiStub, stubFingerprint } from './sources/api-stub';
import { account, hostKey, otherHostKey, SshStub } from './sources/ssh/ssh-stub';
import { sourceStubs } from './sources/stubs';

const folder = mkdtempSync(path.join(tmpdir(), 'netloom-sources-'));
afterAll(() => rmSync(folder, { recursive: true }));

const [proxmox] = sourceStubs;
const { settings, sent, answerOf } = proxmox!;
let stub: ApiStub;
beforeEach(async () => {
  stub = await new ApiStub().start();
  stub.reply = answerOf;
});
afterEach(() => stub.stop());

type Override = { readonly ip: string; readonly host_id?: string; readonly more?: object; readonly id?: string };

/** What the server tells the agent to do: a scan of `cidrs`, with a credential for each address in `overrides`. */
function workOf(overrides: readonly Override[], cidrs: readonly string[], discoveryType: object = {}): Work {
  const answer = {
    session_id: 's',
    discovery_type: { type: 'Unified', ...discoveryType },
    credential_mappings: overrides.map(({ ip, host_id, more, id = 'c1' }) => ({
      default_credential: null,
      ip_overrides: [
        {
          ...{ ip, host_id, credential_id: id },
          credential: {
            ...{ version: 'V2c', community: '', v3: null, port: stub.port, fingerprint: stubFingerprint },
            ...{ ...sent, ...more },
          },
        },
      ],
    })),
    subnets: cidrs.map((cidr, at) => ({ id: `${at}`, cidr })),
  };
  return parseWorkAnswer([answer, false])!.work!;
}

interface Options {
  readonly allow?: string[];
  readonly own?: ReturnType<typeof readTargets>;
  readonly programs?: readonly string[];
  readonly pins?: Pins;
}

async function read(work: Work, options: Options = {}) {
  const { allow = ['127.0.0.0/8'], own = [], programs = [], pins = new Pins() } = options;
  const scope = new Scope({ allow, exclude: [], yes: false, ownSubnets: [] });
  const warnings: string[] = [];
  const targets = new ApiTargets({
    ...{ work, own, programs, scope, order: new ScanOrder(work, scope), pins },
    ...{ signal: new AbortController().signal, warn: (text) => void warnings.push(text) },
  });
  const machines = await targets.read();
  return { names: machines.map(({ name }) => name), results: targets.results, warnings };
}

const all = ['pve1', 'pve2', 'web', 'db', 'legacy', 'dns', 'proxy', 'spare'];

describe('credentials of the server', () => {
  test('are used at the addresses of their host in the network', async () => {
    const { names, results } = await read(workOf([{ ip: '127.0.0.1' }], ['127.0.0.0/24']));
    expect(names).toEqual(all);
    expect(results).toEqual([{ ip: '127.0.0.1', credential_id: 'c1', outcome: 'opened' }]);
  });

  test.each<[string, Override, string[], string[], object]>([
    ['outside of the network', { ip: '127.0.0.1' }, ['10.0.0.0/8'], ['127.0.0.0/8'], {}],
    ['that the operator does not allow', { ip: '127.0.0.1' }, ['127.0.0.0/8'], ['127.0.1.0/24'], {}],
    [
      'that the run does not scan',
      { ip: '127.0.0.1' },
      ['127.0.0.0/8', '10.0.0.0/8'],
      ['127.0.0.0/8'],
      { subnet_ids: ['1'] },
    ],
    [
      'that a rescan leaves out',
      { ip: '127.0.0.1' },
      ['127.0.0.0/8'],
      ['127.0.0.0/8'],
      { type: 'Rescan', ips: ['127.0.0.9'] },
    ],
    ['for another protocol', { ip: '127.0.0.1', more: { type: 'InstantOn' } }, ['127.0.0.0/8'], ['127.0.0.0/8'], {}],
  ])('are not sent to addresses %s', async (_name, override, cidrs, allow, type) => {
    expect(await read(workOf([override], cidrs, type), { allow })).toEqual({ names: [], results: [], warnings: [] });
    expect(stub.requests).toEqual([]);
  });

  test('a host with several addresses is read at the first that answers, and members of a cluster are read as one', async () => {
    const work = workOf(
      [
        { ip: '127.0.0.9', host_id: 'h1' },
        { ip: '127.0.0.1', host_id: 'h1' },
        { ip: '127.0.0.1', host_id: 'h2' },
      ],
      ['127.0.0.0/8'],
    );
    const { names, results, warnings } = await read(work);
    expect(names).toEqual(all);
    expect(results.map(({ ip, outcome }) => [ip, outcome])).toEqual([
      ['127.0.0.1', 'opened'],
      ['127.0.0.1', 'opened'],
    ]);
    expect(warnings.every((text) => text.includes('guest agent'))).toBe(true);
  });

  test('a refused credential is reported, and one whose secret is a file is named', async () => {
    const wrong = { secret: { mode: 'Value', value: 'wrong-secret' } };
    const refused = await read(workOf([{ ip: '127.0.0.1', more: wrong }], ['127.0.0.0/8']));
    expect(refused).toEqual({
      ...{ names: [], results: [{ ip: '127.0.0.1', credential_id: 'c1', outcome: 'refused' }] },
      warnings: [expect.stringMatching(/^Source proxmox: .*401/)],
    });
    expect(refused.warnings.join()).not.toContain('wrong-secret');
    const file = { secret: { mode: 'FilePath', path: '/etc/shadow' } };
    expect(await read(workOf([{ ip: '127.0.0.1', more: file }], ['127.0.0.0/8']))).toEqual({
      ...{ names: [], results: [] },
      warnings: [expect.stringContaining('not usable')],
    });
  });

  test('a default credential is used only at assigned hosts, and a warning says so', async () => {
    const credential = { type: 'Gnmi', username: 'u', password: { mode: 'Value', value: 'Secret-Word' }, tls: true };
    const mapping = { default_credential: credential, default_credential_id: 'c1', ip_overrides: [] };
    const answer = { session_id: 's', discovery_type: { type: 'Unified' }, credential_mappings: [mapping, mapping] };
    const work = parseWorkAnswer([{ ...answer, subnets: [{ id: '0', cidr: '127.0.0.0/8' }] }, false])!.work!;
    const { names, results, warnings } = await read(work);
    expect([names, results]).toEqual([[], []]);
    expect(warnings).toEqual([expect.stringMatching(/gnmi .*assigned/)]);
    expect(warnings.join()).not.toContain('Secret-Word');
  });

  test('one for SSH is used with the fingerprint of its host key, and its script is not run', async () => {
    const server = await new SshStub({ ident: 'OpenSSH_9.2' }).start();
    server.reply = (command) => ({ 'uname -sr': 'Linux 6.1.0\n', 'uname -n': 'server-1\n' })[command];
    const auth = { mode: 'Password', password: { mode: 'Value', value: account.password } };
    const of = (fingerprint: string) =>
      workOf(
        [
          {
            ip: '127.0.0.1',
            more: {
              ...{ type: 'Ssh', port: server.port, username: account.username, auth, script: 'touch /tmp/x' },
              ...{ fingerprint: undefined, host_key_fingerprint: fingerprint },
            },
          },
        ],
        ['127.0.0.0/8'],
      );
    try {
      const { names, results } = await read(of(hostKey.fingerprint));
      expect([names, results[0]!.outcome]).toEqual([['server-1'], 'opened']);
      expect(server.commands.join()).not.toContain('touch');
      const refused = await read(of(otherHostKey.fingerprint));
      expect([refused.names, refused.results[0]!.outcome]).toEqual([[], 'refused']);
      expect(refused.warnings).toEqual([expect.stringContaining(hostKey.fingerprint)]);
    } finally {
      await server.stop();
    }
  });

  test('an API that does not answer is named once', async () => {
    await stub.stop();
    const { warnings } = await read(workOf([{ ip: '127.0.0.1' }], ['127.0.0.0/8']));
    expect(warnings).toEqual([expect.stringContaining('cannot be read')]);
    stub = await new ApiStub().start();
  });
});

describe("the operator's file", () => {
  const write = (content: unknown, mode = 0o600): string => {
    const file = path.join(folder, `${Math.random()}.json`);
    writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content), { mode });
    return file;
  };
  const entry = () => ({ source: 'proxmox', address: '127.0.0.1', port: stub.port, ...settings });

  test('names APIs, which are read whatever the run scans, except in a rescan of other hosts', async () => {
    const ownTargets = readTargets(write([entry()]));
    const pins = new Pins();
    const { names, warnings } = await read(workOf([], []), { own: ownTargets, pins, allow: ['10.0.0.0/8'] });
    expect(names).toEqual(all);
    expect(warnings[0]).toContain(stubFingerprint);
    expect((await read(workOf([], []), { own: ownTargets, pins })).warnings.join()).not.toContain(stubFingerprint);
    const rescan = workOf([], [], { type: 'Rescan', ips: ['127.0.0.9'] });
    expect((await read(rescan, { own: ownTargets, pins })).names).toEqual([]);
  });

  test('has the usual port of a source by default', () => {
    const { port: _port, ...others } = entry();
    expect(readTargets(write([others]))).toMatchObject([{ address: '127.0.0.1', port: 8006 }]);
  });

  test.each<[string, unknown, string]>([
    ['no JSON', '[', 'cannot be read'],
    ['no list', {}, 'not a list'],
    ['no address', [{ source: 'proxmox' }], 'not a list'],
    ['an address that is a path', [{ source: 'proxmox', address: 'pve/../x' }], 'not a list'],
    [
      'an unknown source',
      [{ source: 'vax', address: '10.0.0.1' }],
      'no source of proxmox, unifi, routeros, kubernetes, docker-api, podman-api, gnmi, redfish, omada, vcenter, ssh',
    ],
    ['a missing secret', [{ source: 'proxmox', address: '10.0.0.1', token_id: 'a@b!c' }], 'entry 1 lacks'],
  ])('%s is refused as a wrong option, without its content', (_name, content, text) => {
    const file = write(content);
    const call = () => readTargets(file);
    expect(call).toThrow(Failure);
    expect(call).toThrow(text);
  });

  test('that other users can read is refused', () => {
    expect(() => readTargets(write([entry()], 0o644))).toThrow('chmod 600');
  });
});
