// Mail rules: who owns them, what the API refuses, and which events are mailed and when. Each event is mailed once,
// with the rights that the user has when the mail is sent.
import { randomUUID } from 'node:crypto';
import type { NetworkEvent } from '../../../src/generated/prisma/client';
import type { EventKind, EventParams } from '../../../src/modules/events/deciding/kinds';
import {
  mostUnsent,
  queueRuleMails,
  storeRuleEvents,
  sweepRuleEvents,
} from '../../../src/modules/events/mailing/rule-mails.sql';
import { createJobMailer } from '../../../src/modules/jobs';
import { asHtml, asText, letterSubject } from '../../../src/platform/mail/letter';
import type { MailTransport, OutgoingMail } from '../../../src/platform/mail/transport';
import { RowsAside } from '../../../src/platform/process/rows-aside';
import type { Client, Reply } from '../../support/client';
import { createMigratedDatabase, type OwnDatabase } from '../../support/own-database';
import { createWorld, type Caller, type World } from '../../support/world';

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- as the wire has it
type Json = any;

let database: OwnDatabase;
let world: World;
const failures: unknown[] = [];
const rows = new RowsAside((error) => failures.push(error));
const sentMails: OutgoingMail[] = [];
const transport: MailTransport = {
  deliver: (mail) => {
    sentMails.push(mail);
    return Promise.resolve({ outcome: 'sent' });
  },
};
const log = { info: () => undefined, warn: (details: object) => void failures.push(details) };
const publicUrl = 'https://netloom.example';
beforeAll(async () => {
  database = await createMigratedDatabase();
  world = await createWorld({ DATABASE_URL: database.url });
});
afterEach(async () => {
  const { prisma, organizationId } = world;
  expect(failures).toEqual([]);
  sentMails.length = 0;
  // The database creates deleted built-in rules again, so every test starts with new rules.
  await prisma.mailRule.deleteMany({ where: { organizationId } });
  await prisma.mail.deleteMany({ where: { organizationId } });
  await prisma.networkEvent.deleteMany({ where: { organizationId } });
});
afterAll(async () => {
  await world.stop();
  await database.drop();
});

const errorFacts = ({ status, body }: Reply) => [status, body.code, body.params];
async function create(caller: Client, more: object = {}): Promise<Json> {
  const { status, body, story } = await caller.rest.post('/mail-rules', { name: `rule ${randomUUID()}`, ...more });
  if (status !== 200) throw new Error(story);
  return body.data;
}
/** The caller's rules except the built-in rules. */
const ownRules = async (caller: Client): Promise<Json[]> =>
  (await caller.rest.get('/mail-rules')).body.data.filter(({ builtin }: Json) => builtin === null);
const paramsOf = { host: 'core', count: 1, names: ['Gi1/0/1'], seconds: 90, check: 'uplinks', findings: 1 };
/** Stores events as one batch and assigns them to mail rules, as the job that records events does. */
async function happen(kinds: readonly EventKind[], columns: Partial<NetworkEvent> & { params?: EventParams } = {}) {
  const { prisma, networkId, organizationId } = world;
  const place = { networkId: columns.networkId ?? networkId, organizationId };
  const events = [];
  for (const kind of kinds) {
    const code = kind.replace(/[A-Z]/g, (letter, at: number) => `${at > 0 ? '_' : ''}${letter.toLowerCase()}`);
    const event = { kind, severity: 'Warning' as const, happenedAt: new Date(), code, params: paramsOf };
    events.push(await prisma.networkEvent.create({ data: { ...event, ...columns, ...place } as never }));
  }
  await storeRuleEvents(
    prisma,
    place,
    events.map(({ id }) => id),
  );
  return events;
}
/** Runs the jobs that queue and send mails, as if it were `now`. Returns the mails to users of this world. */
async function mailsAt(now: Date): Promise<readonly OutgoingMail[]> {
  const before = sentMails.length;
  await queueRuleMails(world.prisma, now, rows);
  await createJobMailer(world.prisma, transport, publicUrl, log).sendDue(new Date(now.getTime() + 60_000));
  const { prisma, organizationId } = world;
  const users = await prisma.user.findMany({ where: { organizationId }, select: { email: true } });
  const ownMails = sentMails.splice(before).filter(({ to }) => users.some(({ email }) => email === to));
  sentMails.push(...ownMails);
  return ownMails;
}
/**
 * A time after everything that is stored so far. `Date` cuts off PostgreSQL's microseconds, so a millisecond is added.
 */
const later = (minutes: number) => new Date(Date.now() + 1 + minutes * 60_000);

describe('in the API', () => {
  test('everybody has rules of their own, by session or key, and sees no others', async () => {
    const { viewer, member, admin, networkId } = world;
    const rule = await create(viewer);
    expect(rule).toMatchObject({
      ...{ enabled: true, network_ids: [], kinds: [], severities: [], tag_ids: [], roles: [], timing: 'Now', hour: 8 },
      ...{ quiet_from: null, quiet_to: null, time_zone: 'UTC', mailed_at: null, builtin: null },
    });
    const path = `/mail-rules/${rule.id}`;
    const key = await world.addKey(viewer, { permissions: 'Viewer', networkIds: [networkId] });
    const changed = await key.rest.put(path, {
      ...{ name: 'nights', timing: 'Daily', hour: 6, quiet_from: 22, quiet_to: 7, time_zone: 'Europe/Paris' },
      ...{ network_ids: [networkId], expected_updated_at: rule.updated_at },
    });
    expect(changed.body.data).toMatchObject({ name: 'nights', timing: 'Daily', hour: 6, quiet_from: 22, quiet_to: 7 });
    expect(errorFacts(await key.rest.put(path, { name: 'x', expected_updated_at: rule.updated_at }))).toEqual([
      ...[409, 'entity_changed', { entity: 'MailRule', id: rule.id }],
    ]);
    const missing = [404, 'entity_not_found', { entity: 'MailRule', id: rule.id }];
    for (const other of [member, admin, world.owner]) {
      expect(errorFacts(await other.rest.get(path))).toEqual(missing);
      expect(errorFacts(await other.rest.put(path, { name: 'x' }))).toEqual(missing);
      expect(errorFacts(await other.rest.delete(path))).toEqual(missing);
      expect(await ownRules(other)).toEqual([]);
    }
    expect(await ownRules(viewer)).toMatchObject([{ id: rule.id }]);
    expect((await viewer.rest.delete(path)).status).toBe(200);
    const types = await world.prisma.auditEvent.findMany({
      where: { subjectId: rule.id },
      select: { eventType: true },
      orderBy: { createdAt: 'asc' },
    });
    expect(types.map(({ eventType }) => eventType)).toEqual(['MailRuleCreated', 'MailRuleChanged', 'MailRuleDeleted']);
  });

  test.each<[string, object, number, string]>([
    ['quiet hours without an end', { quiet_from: 22 }, 400, 'validation_required'],
    ['quiet hours without a length', { quiet_from: 7, quiet_to: 7 }, 400, 'validation_invalid_format'],
    ['hours that no day has', { timing: 'Daily', hour: 24 }, 400, 'validation_out_of_range'],
    ['an unknown time zone', { time_zone: 'Mars/Base' }, 400, 'validation_invalid_format'],
    ['filters that match nothing', { kinds: ['PortUp'], severities: ['Critical'] }, 400, 'mail_rule_matches_nothing'],
    ['roles of events without hosts', { kinds: ['RunFinished'], roles: ['Switch'] }, 400, 'mail_rule_matches_nothing'],
    ['an unknown tag', { tag_ids: [randomUUID()] }, 404, 'entity_not_found'],
    ['a network out of reach', { network_ids: [randomUUID()] }, 403, 'entity_access_denied'],
  ])('%s are refused', async (_what, more, status, code) => {
    const reply = await world.viewer.rest.post('/mail-rules', { name: 'rule', ...more });
    expect([reply.status, reply.body.code]).toEqual([status, code]);
    const { id } = await create(world.viewer);
    const change = await world.viewer.rest.put(`/mail-rules/${id}`, { name: 'rule', ...more });
    expect([change.status, change.body.code]).toEqual([status, code]);
  });

  test('a user has at most fifty, also by requests at the same time', async () => {
    const { prisma, organizationId, viewer } = world;
    const data = Array.from({ length: 48 }, (_, at) => ({ organizationId, userId: viewer.userId, name: `${at}` }));
    await prisma.mailRule.createMany({ data });
    const replies = await Promise.all(
      [1, 2, 3, 4].map((at) => viewer.rest.post('/mail-rules', { name: `more ${at}` })),
    );
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 200, 409, 409]);
    expect(replies.find(({ status }) => status === 409)!.body.code).toBe('mail_rules_exceeded');
    await create(world.member);
  });

  test('what a rule names stays, also after it is out of reach', async () => {
    const { prisma, viewer, organizationId, networkId } = world;
    const tag = await prisma.tag.create({ data: { organizationId, name: 'soon gone' } });
    const { id, network_ids, tag_ids } = await create(viewer, { network_ids: [networkId], tag_ids: [tag.id] });
    await prisma.userNetwork.deleteMany({ where: { userId: viewer.userId, networkId } });
    await prisma.tag.delete({ where: { id: tag.id } });
    const { body } = await viewer.rest.put(`/mail-rules/${id}`, { name: 'kept', network_ids, tag_ids });
    expect(body.data).toMatchObject({ name: 'kept', network_ids: [networkId], tag_ids: [tag.id] });
    expect((await viewer.rest.post('/mail-rules', { name: 'new', network_ids })).status).toBe(403);
    await prisma.userNetwork.create({ data: { userId: viewer.userId, networkId, organizationId } });
  });

  test('a preview has examples that the rule admits', async () => {
    const preview = (query: string) => world.viewer.rest.get(`/mail-rules/preview?${query}`);
    const { data: all } = (await preview('name=%3Cb%3Emine%3C/b%3E')).body;
    expect(all.subject).toBe('Example: 3 events, first: core-switch is new.');
    expect(all.text.match(/^- /gm)).toHaveLength(3);
    expect(all.text).toContain(`/account/mail`);
    expect(all.html).toContain('&lt;b&gt;mine&lt;');
    const { data: some } = (await preview('kinds=PortUp&kinds=CheckFailing&severities=Warning&time_zone=Asia/Kolkata'))
      .body;
    expect(some.subject).toBe('Example: The check Two uplinks fails. Findings: 2.');
    expect(some.text).toMatch(/^- Warning, \d+ \w+,? (at )?\d\d:\d\d GMT\+5:30: The check/m);
    expect((await preview('kinds=PortUp')).body.data.text).toMatch(/It began on .* UTC, 12 min 34 s before\.$/m);
    const nothing = await preview('kinds=PortUp&severities=Critical');
    expect([nothing.status, nothing.body.code]).toEqual([400, 'mail_rule_matches_nothing']);
    expect((await preview('time_zone=Mars')).body.code).toBe('validation_invalid_format');
  });
});

const recipients = (mails: readonly OutgoingMail[]) => mails.map(({ to }) => to).sort();
const emailOf = async ({ userId }: Caller) =>
  (await world.prisma.user.findUniqueOrThrow({ where: { id: userId }, select: { email: true } })).email;

describe('mails', () => {
  test('have what one batch brings, once, also with several replicas', async () => {
    const { id, updated_at } = await create(world.admin);
    await happen(['MachineSilent', 'PortDown']);
    await Promise.all([1, 2, 3].map(() => queueRuleMails(world.prisma, later(0), rows)));
    const [mail, ...others] = await mailsAt(later(0));
    expect([others, mail!.to]).toEqual([[], await emailOf(world.admin)]);
    expect(letterSubject(mail!.letter)).toBe('North: 2 events, first: core no longer answers.');
    expect(asText(mail!.letter)).toMatch(
      /- Warning, .* UTC: core no longer answers\.\n- Warning, .*: core: .*ports that went down/,
    );
    expect(await mailsAt(later(5))).toEqual([]);
    const { mailedAt, dueAt } = await world.prisma.mailRule.findFirstOrThrow({ where: { id } });
    expect([mailedAt instanceof Date, dueAt]).toEqual([true, null]);
    // Sending a mail does not count as a change of the mail rule.
    expect((await world.admin.rest.get(`/mail-rules/${id}`)).body.data.updated_at).toBe(updated_at);
    expect(await world.prisma.auditEvent.count({ where: { subjectId: id, eventType: 'MailRuleChanged' } })).toBe(0);
  });

  test('are for events that the rule admits', async () => {
    const tagId = (await world.prisma.tag.create({ data: { organizationId: world.organizationId, name: 'racks' } })).id;
    const filters = [
      { kinds: ['PortDown'] },
      { severities: ['Critical'] },
      { roles: ['Switch'] },
      { tag_ids: [tagId] },
      { network_ids: [world.otherNetworkId] },
    ];
    for (const filter of filters) await create(world.admin, filter);
    await create(world.admin, { enabled: false });
    const lettersOf = async (...happenArgs: Parameters<typeof happen>) => {
      await happen(...happenArgs);
      return (await mailsAt(later(0))).length;
    };
    expect(await lettersOf(['MachineNew'])).toBe(0);
    expect(await lettersOf(['PortDown'], { severity: 'Critical', roles: ['Switch'], tagIds: [tagId] })).toBe(4);
    await world.prisma.mailRule.updateMany({ where: { userId: world.admin.userId }, data: { mailedAt: null } });
    expect(await lettersOf(['MachineNew'], { networkId: world.otherNetworkId })).toBe(1);
    await world.prisma.tag.delete({ where: { id: tagId } });
  });

  test('wait for their time and the end of quiet hours, and then come as one', async () => {
    const hour = (more: number) => (new Date().getUTCHours() + more) % 24;
    await create(world.admin, { name: 'quiet', quiet_from: hour(23), quiet_to: hour(3) });
    await create(world.admin, { name: 'hourly', timing: 'Hourly' });
    await create(world.admin, { name: 'daily', timing: 'Daily', hour: hour(6) });
    await happen(['MachineSilent']);
    expect(await mailsAt(later(0))).toEqual([]);
    await happen(['MachineBack']);
    const subjects = async (minutes: number) =>
      (await mailsAt(later(minutes))).map(({ letter }) => /mail rule “(\w+)”/.exec(asText(letter))![1]);
    expect(await subjects(61)).toEqual(['hourly']);
    expect(await subjects(3 * 60 + 1)).toEqual(['quiet']);
    expect(await subjects(6 * 60 + 1)).toEqual(['daily']);
    for (const { letter } of sentMails) expect(asText(letter).match(/^- /gm)).toHaveLength(2);
  });

  test('are of the rights that their user has when they are sent', async () => {
    const { prisma, member, viewer, admin, networkId, otherNetworkId } = world;
    for (const caller of [member, viewer, admin]) await create(caller);
    const reached = (userId: string) => prisma.userNetwork.count({ where: { userId, networkId } });
    expect([(await reached(member.userId)) > 0, (await reached(viewer.userId)) > 0]).toEqual([true, true]);
    await happen(['MachineSilent']);
    await prisma.userNetwork.deleteMany({ where: { userId: viewer.userId, networkId } });
    expect(recipients(await mailsAt(later(0)))).toEqual([await emailOf(member), await emailOf(admin)].sort());
    await happen(['MachineSilent']);
    expect(await prisma.mailRuleEvent.count({ where: { rule: { userId: viewer.userId }, mailId: null } })).toBe(0);
    expect(otherNetworkId).not.toBe(networkId);
    await prisma.userNetwork.create({
      data: { userId: viewer.userId, networkId, organizationId: world.organizationId },
    });
  });

  test('are not sent for a rule that was switched off or deleted meanwhile, nor to an address that is not verified', async () => {
    const { prisma, member, admin, owner } = world;
    const [off, deleted] = [await create(member), await create(admin)];
    await create(owner);
    await happen(['MachineSilent']);
    await queueRuleMails(prisma, later(0), rows);
    await member.rest.put(`/mail-rules/${off.id}`, { name: 'off', enabled: false });
    await admin.rest.delete(`/mail-rules/${deleted.id}`);
    await prisma.user.update({ where: { id: owner.userId }, data: { emailVerified: false } });
    expect(await mailsAt(later(0))).toEqual([]);
    await happen(['PortDown']);
    expect(await mailsAt(later(5))).toEqual([]);
    await prisma.user.update({ where: { id: owner.userId }, data: { emailVerified: true } });
    expect(await prisma.mailRuleEvent.count({ where: { organizationId: world.organizationId, mailId: null } })).toBe(0);
  });

  test('say when what has ended began', async () => {
    await create(world.admin, { kinds: ['PortUp'] });
    const subjectIds = [randomUUID()];
    const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000);
    const down = (minutes: number, ids: string[]) =>
      happen(['PortDown'], { subjectIds: ids, happenedAt: ago(minutes), createdAt: ago(minutes) });
    const params = { host: 'core', count: 1, names: ['Gi1/0/1'] };
    await down(300, subjectIds);
    await down(125, subjectIds);
    await down(60, [randomUUID()]);
    await happen(['PortUp'], { subjectIds, params });
    const [mail] = await mailsAt(later(0));
    expect(asText(mail!.letter)).toMatch(/came up: .* It began on .* UTC, 2 h 5 min before\.$/m);
    const otherId = randomUUID();
    await down(30, [otherId]);
    await happen(['PortUp'], { subjectIds: [...subjectIds, otherId], count: 2, params: { ...params, count: 2 } });
    const [both] = await mailsAt(later(5));
    expect(asText(both!.letter)).toMatch(/came up: .* The first of it began on .* UTC, 2 h 5 min before\.$/m);
  });

  test('do not say twice for how long it was', async () => {
    await create(world.admin, { kinds: ['MachineBack'] });
    const subjectIds = [randomUUID()];
    await happen(['MachineSilent'], { subjectIds, createdAt: later(-60) });
    await happen(['MachineBack'], { subjectIds });
    const [mail] = await mailsAt(later(0));
    expect(asText(mail!.letter)).toMatch(/answers again after 1 min 30 s\.$/m);
  });

  test('are of what the rule admits when they are sent', async () => {
    const { id } = await create(world.admin);
    await happen(['MachineSilent', 'PortDown']);
    await queueRuleMails(world.prisma, later(0), rows);
    await world.admin.rest.put(`/mail-rules/${id}`, { name: 'ports', kinds: ['PortDown'] });
    const [mail] = await mailsAt(later(0));
    expect(letterSubject(mail!.letter)).toBe('North: core: ports that went down: 1. Gi1/0/1.');
  });

  test('have no markup and no links of devices, and the way to their rule', async () => {
    await create(world.admin, { name: 'mine http://evil.example' });
    const host = '<img src=x>\r\nBcc: a@b.example http://evil.example';
    await happen(['MachineSilent'], { params: { host } });
    const [{ letter }] = (await mailsAt(later(0))) as [OutgoingMail];
    const [subject, text, html] = [letterSubject(letter), asText(letter), asHtml(letter)];
    expect(subject).not.toMatch(/[\r\n]/);
    expect(html).not.toContain('<img');
    for (const content of [text, html]) {
      expect(content).not.toContain('http://evil.example');
      expect(content).toContain(`${publicUrl}/account/mail`);
      expect(content).toContain(`${publicUrl}/topology?network=${world.networkId}`);
    }
  });

  test('list at most a hundred events and count the others', async () => {
    await create(world.admin);
    await happen(Array.from({ length: 103 }, () => 'MachineNew' as const));
    const [mail] = await mailsAt(later(0));
    const text = asText(mail!.letter);
    expect([text.match(/^- /gm)!.length, text.includes('And 3 more.')]).toEqual([100, true]);
  });

  test('wait while a thousand of the organization are unsent', async () => {
    const { prisma, admin, organizationId } = world;
    await create(admin);
    const unsent = { kind: 'NetworkEvents', recipient: 'a@netloom.example', organizationId, dueAt: later(60) };
    const data = Array.from({ length: mostUnsent }, () => ({ ...unsent, subjectId: randomUUID() }));
    await prisma.mail.createMany({ data });
    await happen(['MachineSilent']);
    expect(await mailsAt(later(0))).toEqual([]);
    expect(await prisma.mailRuleEvent.count({ where: { mailId: null, rule: { userId: admin.userId } } })).toBe(1);
    await prisma.mail.deleteMany({ where: { organizationId, subjectId: data[0]!.subjectId } });
    expect(await mailsAt(later(0.5))).toEqual([]);
    expect(await mailsAt(later(1.5))).toHaveLength(1);
  });

  test('leave nothing behind after a week', async () => {
    await create(world.admin);
    await happen(['MachineSilent']);
    await mailsAt(later(0));
    expect(await sweepRuleEvents(world.prisma, later(0), rows)).toBe(0);
    expect(await sweepRuleEvents(world.prisma, later(8 * 24 * 60), rows)).toBeGreaterThan(0);
  });
});
