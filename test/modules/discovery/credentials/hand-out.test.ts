// Credentials reach only the daemon of their network: when, which ones, over which connection, and what logs and audit
// events contain about them.
import { randomUUID } from 'node:crypto';
import { addDiscovery, addSession } from '../../../support/discovery-rows';
import { createWorld, testSecretsKey, type DaemonCaller, type World } from '../../../support/world';

let world: World;
let daemon: DaemonCaller;
let log = '';
beforeAll(async () => {
  world = await createWorld({ LOG_LEVEL: 'trace', TRUST_PROXY: 'loopback' }, { write: (line) => void (log += line) });
});
beforeEach(async () => {
  await world.prisma.credential.deleteMany({ where: { organizationId: world.organizationId } });
  daemon = await world.addDaemon();
  await confirm();
});
afterAll(() => world.close());

const confirm = () => world.member.rest.post(`/daemons/${daemon.daemonId}/confirm`);
const ownVersion = '0.17.22+netloom.0.1.0';
const plain = { 'x-forwarded-for': '203.0.113.5', 'x-forwarded-proto': 'http' };
const encryptedHeaders = { 'x-forwarded-for': '203.0.113.5', 'x-forwarded-proto': 'https' };

const ask = async (headers: Record<string, string> = {}, caller: DaemonCaller = daemon, version = ownVersion) => {
  const body = { name: 'rack 4', mode: 'daemon_poll', version, ready_for_work: true };
  const reply = await caller.send('POST', `/api/daemons/${caller.daemonId}/request-work`, { body, headers });
  if (reply.status !== 200) throw new Error(reply.story);
  return reply.body.data[0];
};
const addRun = async (caller: DaemonCaller = daemon) =>
  addSession(world, await addDiscovery(world, caller.daemonId, caller.networkId));
const communities = (work: { credential_mappings: { default_credential: { community: string } | null }[] }) =>
  work.credential_mappings.flatMap(({ default_credential: one }) => one?.community ?? []);

const document = `mutation($input: CreateCredentialInput!) { createCredential(input: $input) { id } }`;
const create = async (name: string, fields: object = {}, by: Pick<World['admin'], 'query'> = world.admin) => {
  const input = { name, credentialType: 'SnmpV2c', community: `${name}-community`, ...fields };
  return (await by.query(document, { input })).createCredential.id as string;
};
const byDefault = (networkId: string, credentialId: string, organizationId = world.organizationId) =>
  world.prisma.networkCredential.create({ data: { networkId, credentialId, organizationId } });
let block = 0;
/** Creates a host at the next address, in a subnet of the network. */
const addHost = async (networkId: string, credentialIds: readonly string[] = []) => {
  block += 1;
  const { prisma, organizationId } = world;
  const subnetCidr = `10.77.${block}.0/24`;
  const subnet = { networkId, cidr: subnetCidr, name: 'lan', subnetType: 'Lan' as const };
  const { id: subnetId } = await prisma.subnet.create({ data: subnet });
  const { id } = await prisma.host.create({ data: { networkId, name: `host ${block}` } });
  const ip = `10.77.${block}.1`;
  await prisma.ipAddress.create({ data: { networkId, hostId: id, subnetId, subnetCidr, ipAddress: ip } });
  const links = credentialIds.map((credentialId) => ({ hostId: id, credentialId, networkId, organizationId }));
  await prisma.hostCredential.createMany({ data: links });
  return { id, ip, subnetId };
};
const events = () =>
  world.prisma.auditEvent.findMany({
    where: { eventType: 'CredentialsSent', subjectId: daemon.daemonId },
    orderBy: { createdAt: 'asc' },
  });

describe('the credentials of a run', () => {
  test('are those of the network, the organization and hosts by address; none of other networks', async () => {
    const host = await create('of-host', {
      ...{ credentialType: 'SnmpV3', community: null, username: 'poller' },
      ...{ authenticationProtocol: 'SHA512', authenticationKey: 'authentic-1' },
      ...{ privacyProtocol: 'AES256', privacyKey: 'private-key-1' },
      ...{ port: 1161, contextName: 'lan' },
    });
    const { ip } = await addHost(world.networkId, [host]);
    const network = await create('of-network');
    await byDefault(world.networkId, network);
    const organization = await create('of-organization', { isDefault: true });
    const elsewhere = await create('of-other-network');
    await byDefault(world.otherNetworkId, elsewhere);
    await addHost(world.otherNetworkId, [await create('of-other-host')]);
    await create('of-nothing');
    await create('of-stranger', { isDefault: true }, world.stranger);
    const session = await addRun();
    const user = {
      security_name: 'poller',
      ...{ auth_protocol: 'Sha512', auth_password: 'authentic-1' },
      ...{ priv_protocol: 'Aes256', priv_password: 'private-key-1', context_name: 'lan' },
    };
    const community = (text: string) => ({ type: 'Snmp', version: 'V2c', community: text, v3: null });
    const v3 = { type: 'Snmp', version: 'V3', community: '', v3: user, port: 1161 };
    expect(await ask()).toMatchObject({
      session_id: session,
      warnings: [],
      credential_mappings: [
        {
          default_credential: null,
          default_credential_id: null,
          ip_overrides: [{ ip, credential: v3, credential_id: host }],
        },
        {
          default_credential: community('of-network-community'),
          default_credential_id: network,
          ip_overrides: [],
        },
        {
          default_credential: community('of-organization-community'),
          default_credential_id: organization,
          ip_overrides: [],
        },
      ],
    });
  });

  test('are only for addresses in subnets of the network, none of the Internet, a bridge or loopback', async () => {
    const id = await create('of-host');
    const host = await addHost(world.networkId, [id]);
    const { prisma, networkId } = world;
    const add = ({ id: subnetId, cidr: subnetCidr }: { id: string; cidr: string }, ipAddress: string) =>
      prisma.ipAddress.create({ data: { networkId, hostId: host.id, subnetId, subnetCidr, ipAddress } });
    const internet = await prisma.subnet.findFirstOrThrow({ where: { networkId, subnetType: 'Internet' } });
    await add(internet, '198.51.100.7');
    const local = { networkId, cidr: '127.0.0.0/8', name: 'lo', subnetType: 'Loopback' as const };
    await add(await prisma.subnet.create({ data: local }), '127.0.0.1');
    const runtime = { networkId, hostId: host.id, name: 'Docker', serviceDefinition: 'Docker' };
    const { id: runtimeId } = await prisma.service.create({ data: runtime });
    const bridge = { networkId, cidr: '172.17.0.0/16', name: 'docker0', subnetType: 'DockerBridge' as const };
    const createdSubnet = await prisma.subnet.create({ data: { ...bridge, virtualizationServiceId: runtimeId } });
    await add(createdSubnet, '172.17.0.1');
    await addRun();
    const [mapping] = (await ask()).credential_mappings;
    expect(mapping.ip_overrides.map((one: { ip: string }) => one.ip)).toEqual([host.ip]);
  });

  test('leave out those that the daemon’s version does not support, and a warning names them', async () => {
    await create('plain', { isDefault: true });
    await create('weak', { isDefault: true, credentialType: 'SnmpV1' });
    await addRun();
    const old = await ask({}, daemon, '0.16.2');
    expect(communities(old)).toEqual(['plain-community']);
    expect(old.warnings).toEqual(['Credentials withheld: this version of the daemon does not read "weak".']);
    const present = await ask();
    expect(communities(present)).toEqual(['plain-community', 'weak-community']);
    expect(present.warnings).toEqual([]);
  });

  test('leave out those that no key decrypts, and a warning names them', async () => {
    const id = await create('sealed', { isDefault: true });
    await create('open', { isDefault: true });
    await world.prisma.credential.update({ where: { id }, data: { secrets: Buffer.alloc(80, 1) } });
    await addRun();
    const work = await ask();
    expect(communities(work)).toEqual(['open-community']);
    expect(work.warnings).toEqual(['Credentials withheld: no key in SECRETS_KEY decrypts "sealed".']);
  });

  test('are not sent without a run, nor during one', async () => {
    await create('plain', { isDefault: true });
    expect(await ask()).toBeNull();
    await addSession(world, await addDiscovery(world, daemon.daemonId, world.networkId), { phase: 'Scanning' });
    expect(await ask()).toBeNull();
    expect(await events()).toEqual([]);
  });

  test('take one statement more than a run without credentials, for the audit event, whatever their number', async () => {
    await addRun();
    const statements = () => world.queries.countNeeded(() => ask());
    await ask();
    const without = await statements();
    await byDefault(world.networkId, await create('first'));
    for (let n = 0; n < 3; n += 1)
      await addHost(world.networkId, [await create(`host ${n}`), await create(`more ${n}`)]);
    expect((await statements()) - without).toBe(1);
  });
});

describe('credentials are sent', () => {
  const unconfirmedPattern = /^Credentials withheld: the daemon is neither provisioned nor confirmed/;
  const readable = /^Credentials withheld: the daemon connects over plain HTTP/;

  test('not to a daemon that nobody has confirmed, but after a Member has confirmed it', async () => {
    await create('plain', { isDefault: true });
    daemon = await world.addDaemon();
    const session = await addRun();
    const before = await ask();
    expect(before.credential_mappings).toEqual([]);
    expect(before.warnings).toEqual([expect.stringMatching(unconfirmedPattern)]);
    expect(before.warnings[0]).toContain(`POST /api/v1/daemons/${daemon.daemonId}/confirm`);
    const shownData = (await world.viewer.rest.get('/discovery/active-sessions')).body.data;
    expect(shownData.find((one: { session_id: string }) => one.session_id === session).warnings).toEqual(
      before.warnings,
    );
    expect(await events()).toEqual([]);
    expect((await world.viewer.rest.post(`/daemons/${daemon.daemonId}/confirm`)).status).toBe(403);
    expect((await ask()).credential_mappings).toEqual([]);
    await confirm();
    const after = await ask();
    expect([communities(after), after.warnings]).toEqual([['plain-community'], []]);
  });

  test('to a daemon that was provisioned', async () => {
    await create('plain', { isDefault: true });
    const body = { name: 'Branch', network_id: world.networkId, url: 'http://10.0.0.4:60073' };
    const createdData = (await world.member.rest.post('/daemons/provision', body)).body.data;
    const { id } = createdData.daemon;
    const headers = { authorization: `Bearer ${createdData.daemon_api_key}`, 'x-daemon-id': id };
    const request = { name: 'Branch', mode: 'server_poll', url: body.url, version: ownVersion, ready_for_work: true };
    const reply = await world.anonymous.send('POST', `/api/daemons/${id}/request-work`, { body: request, headers });
    expect(communities(reply.body.data[0])).toEqual(['plain-community']);
  });

  test('not once the daemon has got its first key, which ends its confirmation', async () => {
    const { daemonId, networkId } = daemon;
    await world.prisma.daemon.update({ where: { id: daemonId }, data: { apiKeyId: null } });
    const body = { daemon_id: daemonId, network_id: networkId, name: 'rack 4', mode: 'daemon_poll' };
    expect((await daemon.send('POST', '/api/daemons/register', { body })).status).toBe(200);
    expect((await world.prisma.daemon.findUniqueOrThrow({ where: { id: daemonId } })).confirmedAt).toBeNull();
    await confirm();
    expect((await daemon.send('POST', '/api/daemons/register', { body })).status).toBe(200);
    expect((await world.prisma.daemon.findUniqueOrThrow({ where: { id: daemonId } })).confirmedAt).not.toBeNull();
  });

  test('over TLS from other machines, not over plain HTTP, and not if a proxy does not name the client', async () => {
    await create('plain', { isDefault: true });
    await addRun();
    expect(communities(await ask(encryptedHeaders))).toEqual(['plain-community']);
    const unclear: Record<string, string>[] = [{ via: '1.1 proxy' }, { 'x-forwarded-for': '203.0.113.5' }];
    for (const headers of [plain, ...unclear]) {
      const work = await ask(headers);
      expect([work.credential_mappings, work.warnings]).toEqual([[], [expect.stringMatching(readable)]]);
    }
    expect(communities(await ask({ 'x-forwarded-for': '127.0.0.1' }))).toEqual(['plain-community']);
  });

  test('over plain HTTP if the operator allows it; headers of untrusted proxies do not count as TLS', async () => {
    await create('plain', { isDefault: true });
    await addRun();
    const handOutWith = async (settings: NodeJS.ProcessEnv) => {
      const other = await createWorld(settings);
      try {
        const caller = { ...daemon, send: senderTo(other.url, daemon) };
        return communities(await ask(settings.TRUST_PROXY ? plain : encryptedHeaders, caller));
      } finally {
        await other.close();
      }
    };
    expect(await handOutWith({ TRUST_PROXY: 'loopback', INSECURE_CREDENTIALS: 'on' })).toEqual(['plain-community']);
    expect(await handOutWith({})).toEqual([]);
  });

  test('or a warning says why not, which a daemon’s report neither removes nor repeats', async () => {
    await create('plain', { isDefault: true });
    const session = await addRun();
    const [why] = (await ask(plain)).warnings as string[];
    const report = (warnings: string[], phase = 'Scanning') =>
      daemon.rest.post(`/discovery/${session}/update`, { phase, warnings });
    await report(['slow', 'Credentials withheld: made up.']);
    await report(['slower', 'Credentials withheld: made up again.'], 'Complete');
    const run = await world.prisma.discovery.findFirstOrThrow({ where: { sessionId: session } });
    expect((run.results as { warnings: string[] }).warnings).toEqual([why, 'slower']);
  });

  test('only to daemons: readers of the run do not see them', async () => {
    await create('plain', { isDefault: true });
    const session = await addRun();
    await ask();
    const { __type } = await world.owner.query('{ __type(name: "DiscoverySession") { fields { name } } }');
    expect(__type.fields.map(({ name }: { name: string }) => name)).not.toContain('credentialMappings');
    const shownSession = await world.owner.query('query($id: UUID!) { discoverySession(id: $id) { id warnings } }', {
      id: session,
    });
    expect(JSON.stringify(shownSession)).not.toContain('plain-community');
    const input = { name: 'x', mode: 'daemon_poll', readyForWork: true };
    const work = `mutation($id: UUID!, $input: DaemonWorkRequestInput!) { requestDaemonWork(id: $id, input: $input) {
      session { credentialMappings { defaultCredential { community } } } } }`;
    expect((await world.owner.refusal(work, { id: daemon.daemonId, input })).code).toBe('auth_daemon_required');
    const other = await world.addDaemon();
    expect((await other.refusal(work, { id: daemon.daemonId, input })).code).toBe('daemon_identity_mismatch');
  });
});

/** Sends the daemon's calls to another server on the same database. */
const senderTo =
  (url: string, { credential }: DaemonCaller): DaemonCaller['send'] =>
  async (method, path, { body, headers } = {}) => {
    const authentication = { authorization: `Bearer ${credential.key}`, 'x-daemon-id': credential.daemonId! };
    const response = await fetch(url + path, {
      method,
      headers: { 'content-type': 'application/json', ...authentication, ...headers },
      body: JSON.stringify(body),
    });
    const answer = { status: response.status, headers: response.headers, body: await response.json() };
    return { ...answer, story: `${method} ${path} ${answer.status}` };
  };

describe('records of sent credentials', () => {
  test('each time is an audit event with run and credentials; no secret is in the audit, the log or the run', async () => {
    const secrets = ['community-not-told', 'user-not-told', 'authentic-not-told', 'private-not-told'];
    await create('one', { isDefault: true, community: secrets[0] });
    const v3 = await create('two', {
      ...{ isDefault: true, credentialType: 'SnmpV3', community: null, username: secrets[1] },
      ...{ authenticationProtocol: 'SHA', authenticationKey: secrets[2] },
      ...{ privacyProtocol: 'AES128', privacyKey: secrets[3] },
    });
    const session = await addRun();
    const sentJson = JSON.stringify([await ask(), await ask()]);
    for (const secret of secrets) expect(sentJson).toContain(secret);
    const reportedRows = await events();
    expect(reportedRows).toHaveLength(2);
    for (const event of reportedRows)
      expect(event).toMatchObject({
        actorType: 'Daemon',
        daemonId: daemon.daemonId,
        operation: 'requestDaemonWork',
        organizationId: world.organizationId,
        details: { session_id: session, network_id: world.networkId },
      });
    expect((reportedRows[0]!.details as { credentials: { id: string }[] }).credentials).toContainEqual({
      id: v3,
      name: 'two',
    });
    await daemon.rest.post(`/discovery/${session}/update`, { phase: 'Complete' });
    const run = await world.prisma.discovery.findFirstOrThrow({ where: { sessionId: session } });
    const audit = await world.prisma.auditEvent.findMany({ where: { organizationId: world.organizationId } });
    const keptJson = JSON.stringify([audit, run]) + log;
    for (const secret of secrets) expect(keptJson).not.toContain(secret);
    expect(log).toContain('request-work');
    expect(keptJson).not.toContain(testSecretsKey);
  });
});

describe('results of credentials', () => {
  const results = (session: string, credential_results: unknown, phase = 'Complete') =>
    daemon.rest.post(`/discovery/${session}/update`, { phase, credential_results });
  const showWorkingCredentials = async (hostId: string) =>
    (
      await world.viewer.query(
        `query($id: UUID!) { host(id: $id) {
          workingCredentials { credentialId credential { name } ipAddress lastUsedAt } } }`,
        { id: hostId },
      )
    ).host.workingCredentials;

  test('a credential that a host accepted is shown on the host, until the host refuses it', async () => {
    const id = await create('plain', { isDefault: true });
    const host = await addHost(world.networkId);
    const first = await addRun();
    await ask();
    await results(first, [{ credential_id: id, ip: host.ip, outcome: 'opened' }], 'Scanning');
    expect(await showWorkingCredentials(host.id)).toEqual([]);
    const sessions = (await world.viewer.rest.get('/discovery/active-sessions')).body.data;
    expect(sessions.find((one: { session_id: string }) => one.session_id === first).credential_results).toEqual([
      { credential_id: id, outcome: { type: 'Collected', hosts: 1 } },
    ]);
    await daemon.rest.post(`/discovery/${first}/update`, { phase: 'Complete' });
    const [before] = await showWorkingCredentials(host.id);
    expect(before).toMatchObject({ credentialId: id, credential: { name: 'plain' }, ipAddress: host.ip });
    const record = await world.prisma.discovery.findFirstOrThrow({ where: { sessionId: first } });
    expect(record.results).toMatchObject({
      credential_results: [{ credential_id: id, ip: host.ip, outcome: 'opened' }],
      credential_results_total: 1,
    });
    const second = await addRun();
    await ask();
    await results(second, [{ credential_id: id, ip: host.ip, outcome: 'silent' }]);
    expect(await showWorkingCredentials(host.id)).toEqual([before]);
    const third = await addRun();
    await ask();
    await results(third, [{ credential_id: id, ip: host.ip, outcome: 'refused' }]);
    expect(await showWorkingCredentials(host.id)).toEqual([]);
  });

  test('a count of hosts is in the session and the record, and says nothing of a single host', async () => {
    const id = await create('plain', { isDefault: true });
    const host = await addHost(world.networkId);
    const session = await addRun();
    await ask();
    await results(session, [{ credential_id: id, outcome: { type: 'Collected', hosts: 3 } }]);
    expect(await showWorkingCredentials(host.id)).toEqual([]);
    const record = await world.prisma.discovery.findFirstOrThrow({ where: { sessionId: session } });
    expect(record.results).toMatchObject({
      credential_results: [{ credential_id: id, outcome: { type: 'Collected', hosts: 3 } }],
      credential_results_total: 0,
    });
  });

  test('200: credentials and addresses of others, and invalid entries, are ignored', async () => {
    const foreign = await create('foreign', { isDefault: true }, world.stranger);
    const elsewhere = await create('elsewhere');
    await byDefault(world.otherNetworkId, elsewhere);
    const ownCredential = await create('own', { isDefault: true });
    const hereHost = await addHost(world.networkId);
    const thereHost = await addHost(world.otherNetworkId);
    const session = await addRun();
    await ask();
    const { status } = await results(session, [
      ...[foreign, elsewhere, randomUUID()].map((credential_id) => ({
        credential_id,
        ip: hereHost.ip,
        outcome: 'opened',
      })),
      { credential_id: ownCredential, ip: thereHost.ip, outcome: 'opened' },
      { credential_id: ownCredential, outcome: { type: 'Collected', hosts: 3 } },
      ...['text', 7, [], { ip: hereHost.ip }],
    ]);
    expect(status).toBe(200);
    expect([await showWorkingCredentials(hereHost.id), await showWorkingCredentials(thereHost.id)]).toEqual([[], []]);
  });

  test('take the same number of statements for one result and for many', async () => {
    const id = await create('plain', { isDefault: true });
    const hosts = [await addHost(world.networkId), await addHost(world.networkId), await addHost(world.networkId)];
    const finish = async (sampleRows: typeof hosts) => {
      const session = await addRun();
      await ask();
      const reportedResults = sampleRows.map(({ ip }) => ({ credential_id: id, ip, outcome: 'opened' }));
      return (await world.queries.during(() => results(session, reportedResults))).length;
    };
    expect(await finish(hosts)).toBe(await finish(hosts.slice(0, 1)));
    for (const { id: hostId } of hosts) expect(await showWorkingCredentials(hostId)).toHaveLength(1);
  });
});
