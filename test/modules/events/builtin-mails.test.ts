// Tests the mails of built-in mail rules with a real SMTP server: who gets the digest of a discovery run and the
// alert about a silent daemon, when, and with which content. What counts are the settings and rights that the user
// has when the mail is sent.
import { randomUUID } from 'node:crypto';
import { RowsAside } from '../../../src/platform/process/rows-aside';
import { recordSilences } from '../../../src/modules/discovery/daemon/silences.sql';
import { queueRuleMails } from '../../../src/modules/events/mailing/rule-mails.sql';
import { recordEvents } from '../../../src/modules/events/recording/record-events.sql';
import { addDaemon, addDiscovery, addSession } from '../../support/discovery-rows';
import { openMailWorld, type MailWorld } from '../access/mail/mail-world';

let mail: MailWorld;
beforeAll(async () => {
  mail = await openMailWorld();
});
beforeEach(async () => {
  const { prisma, organizationId } = mail.world;
  await tell();
  await prisma.mail.deleteMany({ where: { organizationId } });
  // The database creates deleted built-in rules again, so every test starts with new rules.
  await prisma.mailRule.deleteMany({ where: { organizationId } });
  await prisma.user.updateMany({
    where: { organizationId },
    data: { emailDiscoveryDigest: true, emailDaemonAlerts: true },
  });
});
afterAll(() => mail.close());

const minute = 60_000;
const rethrow = (error: unknown) => {
  throw error;
};
const rows = new RowsAside(rethrow);
/**
 * A time after everything that is stored so far. `Date` cuts off PostgreSQL's microseconds, so a millisecond is added.
 */
const later = (minutes: number) => new Date(Date.now() + 1 + minutes * minute);
/** Runs the job that records events, and then the job that queues mails about events, as if `minutes` had passed. */
async function tell(minutes = 0): Promise<void> {
  while ((await recordEvents(mail.world.prisma, new Date(), rows)) > 0);
  await queueRuleMails(mail.world.prisma, later(minutes), rows);
}
const sentTo = async (seconds: number) => (await mail.send(seconds)).map(({ to }) => to[0]).sort();

/**
 * Starts a discovery run of a new daemon, calls `meanwhile`, and ends the run with `phase`. Returns the id of the run's
 * record.
 */
async function run(meanwhile: () => Promise<unknown>, phase = 'Complete'): Promise<string> {
  const { prisma, networkId } = mail.world;
  const daemon = await mail.world.addDaemon({ networkId });
  const job = await addDiscovery(mail.world, daemon.daemonId, networkId);
  const session = await addSession(mail.world, job, {
    phase: 'Started',
    lastUpdateAt: new Date(),
    startedAt: new Date(),
  });
  await meanwhile();
  const report = { session_id: session, daemon_id: daemon.daemonId, network_id: networkId, phase };
  const { status, story } = await daemon.rest.post(`/discovery/${session}/update`, {
    ...report,
    ...{ discovery_type: { type: 'Unified' }, progress: 100 },
  });
  if (status !== 200) throw new Error(story);
  return (await prisma.discovery.findFirstOrThrow({ where: { sessionId: session } })).id;
}
const addHost = (name: string, networkId = mail.world.networkId) =>
  mail.world.prisma.host.create({ data: { name, networkId } });
const ruleOf = (userId: string, builtin: 'DiscoveryDigest' | 'DaemonAlerts') =>
  mail.world.prisma.mailRule.findUniqueOrThrow({ where: { userId_builtin: { userId, builtin } } });

describe('a complete run', () => {
  test('is mailed to users of its network who want the digest, after it was evaluated', async () => {
    const { prisma, owner, admin, member, viewer, otherNetworkId } = mail.world;
    const elsewhere = await mail.world.addUser('Member', [otherNetworkId]);
    const unverifiedCaller = await mail.world.addUser('Admin');
    await prisma.user.update({ where: { id: unverifiedCaller.userId }, data: { emailVerified: false } });
    await prisma.user.update({ where: { id: viewer.userId }, data: { emailDiscoveryDigest: false } });
    await run(() => addHost('core-sw <b>1</b> http://evil.example'));
    await tell();
    expect(await mail.send(5)).toEqual([]);
    const arrivedMails = await mail.send(90);
    expect(arrivedMails.map(({ to }) => to[0]).sort()).toEqual([owner.email, admin.email, member.email].sort());
    expect(arrivedMails.map(({ to }) => to[0])).not.toContain(elsewhere.email);
    const [{ subject, text, html }] = arrivedMails as [(typeof arrivedMails)[number]];
    expect(subject).toMatch(/^North: hosts \d+ new, 0 gone, 0 changed$/);
    expect(text).toContain('- core-sw <b>1<');
    expect(html).toContain('<li>core-sw &lt;b&gt;1&lt;');
    expect(text).not.toContain('http://evil.example');
    expect(text).toMatch(/https:\/\/netloom\.example\/topology\?topology=[\da-f-]{36}&view=L2Physical&since=\S+/);
    expect(text).toContain('https://netloom.example/account/mail');
    await tell(10);
    expect(await mail.send(900)).toEqual([]);
    await prisma.user.deleteMany({ where: { id: { in: [elsewhere.userId, unverifiedCaller.userId] } } });
  });

  test('lists a host that became missing as gone', async () => {
    const { prisma } = mail.world;
    const host = await addHost('old-printer');
    await run(() => prisma.host.update({ where: { id: host.id }, data: { missingSince: new Date() } }));
    await tell();
    const [first] = await mail.send(90);
    expect(first!.text).toMatch(/Hosts gone:\n\n- old-printer\n/);
  });

  test('without changes is not mailed', async () => {
    const { prisma, networkId, organizationId } = mail.world;
    const daemon = await mail.world.addDaemon({ networkId });
    const job = await addDiscovery(mail.world, daemon.daemonId, networkId);
    const session = await addSession(mail.world, job, { phase: 'Started', startedAt: new Date() });
    const startedTime = new Date(Date.now() + 1).toISOString();
    await new Promise((resolve) => setImmediate(resolve));
    await daemon.rest.post(`/discovery/${session}/update`, {
      ...{ session_id: session, phase: 'Complete', started_at: startedTime, discovery_type: { type: 'Unified' } },
    });
    await tell();
    expect(await prisma.mail.count({ where: { organizationId, kind: 'NetworkEvents' } })).toBeGreaterThan(0);
    expect(await mail.send(90)).toEqual([]);
  });

  test('that failed is not mailed', async () => {
    const { prisma, organizationId } = mail.world;
    await run(() => addHost('seen in vain'), 'Failed');
    await tell();
    expect(await prisma.networkEvent.count({ where: { organizationId, kind: 'RunFailed' } })).toBeGreaterThan(0);
    expect(await mail.send(90)).toEqual([]);
  });

  test('that was deleted before its mail is sent is not mailed', async () => {
    const { organizationId } = mail.world;
    const id = await run(() => addHost('short run'));
    await tell();
    expect(await mail.world.prisma.mail.count({ where: { organizationId, claimedAt: null } })).toBeGreaterThan(0);
    await mail.world.prisma.discovery.delete({ where: { id } });
    expect(await mail.send(90)).toEqual([]);
  });

  test('is not mailed to users without the network, or with the digest off, at sending time', async () => {
    const { prisma, owner, admin, member, viewer, networkId, organizationId } = mail.world;
    await prisma.user.update({ where: { id: viewer.userId }, data: { emailDiscoveryDigest: false } });
    await run(() => addHost('new-host'));
    await tell();
    await prisma.userNetwork.deleteMany({ where: { userId: member.userId, networkId } });
    await prisma.user.update({ where: { id: admin.userId }, data: { emailDiscoveryDigest: false } });
    expect(await sentTo(90)).toEqual([owner.email]);
    await prisma.userNetwork.create({ data: { userId: member.userId, networkId, organizationId } });
  });

  test('has its own part in a mail of several', async () => {
    const { prisma, owner, admin, member, viewer } = mail.world;
    for (const { userId } of [admin, member, viewer])
      await prisma.user.update({ where: { id: userId }, data: { emailDiscoveryDigest: false } });
    const { id } = await ruleOf(owner.userId, 'DiscoveryDigest');
    const hourly = { name: 'Every hour', timing: 'Hourly', time_zone: 'Asia/Tokyo' };
    expect((await owner.rest.put(`/mail-rules/${id}`, hourly)).status).toBe(200);
    await run(() => addHost('of the first run'));
    await run(() => addHost('of the second run'));
    await tell();
    expect(await mail.send(90)).toEqual([]);
    await tell(61);
    const [first, ...others] = await mail.send(90);
    expect([others, first!.to[0]]).toEqual([[], owner.email]);
    expect(first!.subject).toMatch(/^North: 2 runs, first: hosts \d+ new/);
    expect(first!.text.match(/A discovery of the network “North” finished on .* GMT\+9\. Hosts: /g)).toHaveLength(2);
    expect(first!.text.indexOf('- of the first run')).toBeLessThan(first!.text.lastIndexOf('- of the second run'));
    expect(first!.text).toContain('because of your mail rule “Every hour”');
  });

  test('is mailed as the filters and quiet hours of the rule say', async () => {
    const { prisma, owner, admin, member, viewer, otherNetworkId } = mail.world;
    for (const { userId } of [member, viewer])
      await prisma.user.update({ where: { id: userId }, data: { emailDiscoveryDigest: false } });
    const change = async (caller: typeof owner, values: object) => {
      const { id } = await ruleOf(caller.userId, 'DiscoveryDigest');
      const { status, story } = await caller.rest.put(`/mail-rules/${id}`, { name: 'digest', ...values });
      if (status !== 200) throw new Error(story);
    };
    await change(admin, { network_ids: [otherNetworkId] });
    const hour = (more: number) => (new Date().getUTCHours() + more) % 24;
    await change(owner, { quiet_from: hour(23), quiet_to: hour(3) });
    await run(() => addHost('at night'));
    await tell();
    expect(await mail.send(90)).toEqual([]);
    await tell(3 * 60 + 1);
    expect(await sentTo(90)).toEqual([owner.email]);
  });
});

describe('a daemon that falls silent', () => {
  const now = new Date();
  const ago = (minutes: number) => new Date(now.getTime() - minutes * minute);
  const longUp = ago(60);
  const silent = (minutes: number, fields = {}) =>
    addDaemon(mail.world, mail.world.networkId, { name: 'lyon-agent', lastSeen: ago(minutes), ...fields });
  const alert = async (since = longUp) => {
    const count = await recordSilences(mail.world.prisma, now, since, rows);
    await tell();
    return count;
  };
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
    expect(arrivedMails[0]!.text).toMatch(/of the network “North” was last heard of on .* UTC\. Until it is back/);
    await alert();
    await tell(10);
    expect(await mail.send()).toEqual([]);
  });

  test('is mailed again if it was seen in between, and not if it is back before the mail is sent', async () => {
    const { id } = await silent(40);
    await alert();
    expect((await mail.send()).length).toBeGreaterThan(0);
    await mail.world.prisma.daemon.update({ where: { id }, data: { lastSeen: ago(20) } });
    await alert();
    await tell(2);
    expect(await mail.world.prisma.mail.count({ where: { kind: 'NetworkEvents', claimedAt: null } })).toBeGreaterThan(
      0,
    );
    await mail.world.prisma.daemon.update({ where: { id }, data: { lastSeen: now } });
    expect(await mail.send()).toEqual([]);
  });

  test.each([
    ['that was heard of a moment ago', 14, {}],
    ['on standby', 60, { standby: true }],
    ['that has been gone for days', 26 * 60, {}],
  ])('is not mailed for one %s', async (_which, minutes, fields) => {
    const { prisma, networkId } = mail.world;
    const before = await prisma.networkEvent.count({ where: { networkId, kind: 'DaemonSilent' } });
    await silent(minutes, fields);
    await alert();
    expect(await prisma.networkEvent.count({ where: { networkId, kind: 'DaemonSilent' } })).toBe(before);
    expect(await mail.send()).toEqual([]);
  });

  test('is not mailed if the service itself was not running', async () => {
    await silent(30);
    expect(await alert(ago(14))).toBe(0);
    expect(await alert(ago(16))).toBeGreaterThan(0);
    expect((await mail.send()).length).toBeGreaterThan(0);
  });

  test('is mailed together with others', async () => {
    await silent(30, { name: 'lyon' });
    await silent(40, { name: 'paris' });
    await alert();
    const [first] = await mail.send();
    expect(first!.subject).toBe('2 daemons are silent, first: paris');
    expect(first!.text.match(/was last heard of on/g)).toHaveLength(2);
  });
});

test('what a replica of the version before writes is left out, so that nothing is mailed twice', async () => {
  const { prisma, organizationId, owner } = mail.world;
  for (const kind of ['DiscoveryDigest', 'DaemonSilent']) {
    const statement = `INSERT INTO mails (kind, recipient, organization_id, subject_id)
      VALUES ($1, $2, $3::uuid, $4::uuid) ON CONFLICT DO NOTHING`;
    const values = [kind, owner.email, organizationId, randomUUID()];
    expect(await prisma.$executeRawUnsafe(statement, ...values)).toBe(0);
  }
  expect(await mail.send(90)).toEqual([]);
});
