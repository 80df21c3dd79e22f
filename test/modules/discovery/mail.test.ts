// Mails of discovery against a real SMTP server: who gets the digest of a run and the alert for a silent daemon, what
// they contain, and that current settings and reach apply.
import { RowsAside } from '../../../src/platform/process/rows-aside';
import { alertOfSilence } from '../../../src/modules/discovery/mail/notices.sql';
import { addDaemon, addDiscovery, addSession } from '../../support/discovery-rows';
import { openMailWorld, type MailWorld } from '../access/mail/mail-world';

let mail: MailWorld;
beforeAll(async () => {
  mail = await openMailWorld();
});
beforeEach(async () => {
  const { prisma, organizationId } = mail.world;
  await prisma.mail.deleteMany({ where: { organizationId } });
  await prisma.user.updateMany({
    where: { organizationId },
    data: { emailDiscoveryDigest: true, emailDaemonAlerts: true },
  });
});
afterAll(() => mail.close());

const minute = 60_000;
const sentTo = async (seconds: number) => (await mail.send(seconds)).map(({ to }) => to[0]).sort();

/** A run of the daemon in the network from its start until it is complete; `meanwhile` runs in between. */
async function run(meanwhile: () => Promise<unknown>, networkId = mail.world.networkId): Promise<string> {
  const { prisma } = mail.world;
  const daemon = await mail.world.addDaemon({ networkId });
  const job = await addDiscovery(mail.world, daemon.daemonId, networkId);
  const session = await addSession(mail.world, job, {
    phase: 'Started',
    lastUpdateAt: new Date(),
    startedAt: new Date(),
  });
  await meanwhile();
  const report = { session_id: session, daemon_id: daemon.daemonId, network_id: networkId, phase: 'Complete' };
  const { status, story } = await daemon.rest.post(`/discovery/${session}/update`, {
    ...report,
    ...{ discovery_type: { type: 'Unified' }, progress: 100 },
  });
  if (status !== 200) throw new Error(story);
  return (await prisma.discovery.findFirstOrThrow({ where: { sessionId: session } })).id;
}
const addHost = (name: string, networkId = mail.world.networkId) =>
  mail.world.prisma.host.create({ data: { name, networkId } });

test('a complete run is mailed to users of its network who want the digest, after it was evaluated', async () => {
  const { prisma, owner, admin, member, viewer, otherNetworkId } = mail.world;
  const elsewhere = await mail.world.addUser('Member', [otherNetworkId]);
  const unverifiedCaller = await mail.world.addUser('Admin');
  await prisma.user.update({ where: { id: unverifiedCaller.userId }, data: { emailVerified: false } });
  await prisma.user.update({ where: { id: viewer.userId }, data: { emailDiscoveryDigest: false } });
  await run(() => addHost('core-sw <b>1</b>'));
  expect(await mail.send(5)).toEqual([]);
  const arrivedMails = await mail.send(90);
  expect(arrivedMails.map(({ to }) => to[0]).sort()).toEqual([owner.email, admin.email, member.email].sort());
  expect(arrivedMails.map(({ to }) => to[0])).not.toContain(elsewhere.email);
  const [{ subject, text, html }] = arrivedMails as [(typeof arrivedMails)[number]];
  expect(subject).toMatch(/^North: hosts \d+ new, 0 gone, 0 changed$/);
  expect(text).toContain('- core-sw <b>1</b>');
  expect(html).toContain('<li>core-sw &lt;b&gt;1&lt;/b&gt;</li>');
  expect(text).toMatch(/https:\/\/netloom\.example\/topology\?topology=[\da-f-]{36}&view=L2Physical&since=\S+/);
});

test('a host that became missing is listed as gone', async () => {
  const { prisma } = mail.world;
  const host = await addHost('old-printer');
  await run(() => prisma.host.update({ where: { id: host.id }, data: { missingSince: new Date() } }));
  const [first] = await mail.send(90);
  expect(first!.text).toMatch(/Hosts gone:\n\n- old-printer\n/);
});

test('a run without changes is not mailed', async () => {
  const { prisma, networkId } = mail.world;
  const daemon = await mail.world.addDaemon({ networkId });
  const job = await addDiscovery(mail.world, daemon.daemonId, networkId);
  const session = await addSession(mail.world, job, { phase: 'Started', startedAt: new Date() });
  const startedTime = new Date(Date.now() + 1).toISOString();
  await new Promise((resolve) => setImmediate(resolve));
  await daemon.rest.post(`/discovery/${session}/update`, {
    ...{ session_id: session, phase: 'Complete', started_at: startedTime, discovery_type: { type: 'Unified' } },
  });
  expect(await prisma.mail.count({ where: { kind: 'DiscoveryDigest' } })).toBeGreaterThan(0);
  expect(await mail.send(90)).toEqual([]);
});

test('users without the network or with the digest off at sending time get no mail', async () => {
  const { prisma, owner, admin, member, viewer, networkId } = mail.world;
  await prisma.user.update({ where: { id: viewer.userId }, data: { emailDiscoveryDigest: false } });
  await run(() => addHost('new-host'));
  await prisma.userNetwork.deleteMany({ where: { userId: member.userId, networkId } });
  await prisma.user.update({ where: { id: admin.userId }, data: { emailDiscoveryDigest: false } });
  expect(await sentTo(90)).toEqual([owner.email]);
  const { organizationId } = mail.world;
  await prisma.userNetwork.create({ data: { userId: member.userId, networkId, organizationId } });
});

describe('a daemon that falls silent', () => {
  const now = new Date();
  const ago = (minutes: number) => new Date(now.getTime() - minutes * minute);
  const longUp = ago(60);
  const silent = (minutes: number, fields = {}) =>
    addDaemon(mail.world, mail.world.networkId, { name: 'lyon-agent', lastSeen: ago(minutes), ...fields });
  const rethrow = (error: unknown) => {
    throw error;
  };
  const alert = (since = longUp) => alertOfSilence(mail.world.prisma, now, since, new RowsAside(rethrow));
  const forget = () => mail.world.prisma.daemon.deleteMany({ where: { networkId: mail.world.networkId } });
  beforeEach(forget);

  test('is mailed once to users of its network who want alerts, whatever the number of replicas', async () => {
    const { prisma, owner, admin, member, viewer } = mail.world;
    await prisma.user.update({ where: { id: viewer.userId }, data: { emailDaemonAlerts: false } });
    await silent(16);
    await Promise.all([alert(), alert(), alert()]);
    await alert();
    const arrivedMails = await mail.send();
    expect(arrivedMails.map(({ to }) => to[0])).toEqual(
      expect.arrayContaining([owner.email, admin.email, member.email]),
    );
    expect(new Set(arrivedMails.map(({ to }) => to[0])).size).toBe(arrivedMails.length);
    expect(arrivedMails.map(({ to }) => to[0])).not.toContain(viewer.email);
    expect(arrivedMails[0]!.subject).toBe('The daemon lyon-agent is silent');
    await alert();
    expect(await mail.send()).toEqual([]);
  });

  test('is mailed again if it was seen in between, and not if it is back before the mail is sent', async () => {
    const { id } = await silent(40);
    await alert();
    expect((await mail.send()).length).toBeGreaterThan(0);
    await mail.world.prisma.daemon.update({ where: { id }, data: { lastSeen: ago(20) } });
    await alert();
    await mail.world.prisma.daemon.update({ where: { id }, data: { lastSeen: now } });
    expect(await mail.send()).toEqual([]);
  });

  test.each([
    ['that was heard of a moment ago', 14, {}],
    ['on standby', 60, { standby: true }],
    ['that has been gone for days', 26 * 60, {}],
  ])('is not mailed for one %s', async (_which, minutes, fields) => {
    await silent(minutes, fields);
    expect(await alert()).toBe(0);
  });

  test('is not mailed if the service itself was not running', async () => {
    await silent(30);
    expect(await alert(ago(14))).toBe(0);
    expect(await alert(ago(16))).toBeGreaterThan(0);
  });
});
