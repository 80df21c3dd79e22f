// The two built-in mail rules of every user: each exists once, always agrees with the user's e-mail setting, and cannot
// be deleted.
import { randomUUID } from 'node:crypto';
import type { Client, Reply } from '../../support/client';
import { createWorld, type Caller, type World } from '../../support/world';

// eslint-disable-next-line @typescript-eslint/no-explicit-any -- as the wire has it
type Json = any;
type Builtin = 'DiscoveryDigest' | 'DaemonAlerts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const errorFacts = ({ status, body }: Reply) => [status, body.code];
/** The caller's built-in rules as REST lists them, by the value of their field `builtin`. */
async function builtinOf({ rest }: Client): Promise<Record<Builtin, Json>> {
  const { body } = await rest.get('/mail-rules');
  return Object.fromEntries(body.data.flatMap((rule: Json) => (rule.builtin ? [[rule.builtin, rule]] : []))) as never;
}
async function settingsOf({ userId }: Caller): Promise<Record<Builtin, boolean>> {
  const user = await world.prisma.user.findUniqueOrThrow({ where: { id: userId } });
  return { DiscoveryDigest: user.emailDiscoveryDigest, DaemonAlerts: user.emailDaemonAlerts };
}
async function enabledOf({ userId }: Caller): Promise<Record<Builtin, boolean>> {
  const rules = await world.prisma.mailRule.findMany({ where: { userId, builtin: { not: null } } });
  return Object.fromEntries(rules.map(({ builtin, enabled }) => [builtin, enabled])) as never;
}

test('every user has both, switched as the settings of the user, also when users are made many at a time', async () => {
  const { prisma, organizationId } = world;
  const caller = await world.addUser('Viewer');
  expect(await builtinOf(caller)).toMatchObject({
    DiscoveryDigest: {
      name: 'Discovery digest',
      kinds: ['RunFinished'],
      timing: 'Now',
      enabled: true,
      network_ids: [],
    },
    DaemonAlerts: { name: 'Daemon alerts', kinds: ['DaemonSilent'], timing: 'Now', enabled: true, network_ids: [] },
  });
  const emails = [1, 2, 3].map(() => `${randomUUID()}@netloom.test`);
  await prisma.user.createMany({
    data: emails.map((email, at) => ({
      organizationId,
      email,
      permissions: 'Viewer' as const,
      emailDaemonAlerts: at > 0,
    })),
  });
  const rules = await prisma.mailRule.findMany({
    where: { user: { email: { in: emails } } },
    select: { builtin: true, enabled: true, user: { select: { email: true } } },
  });
  const stateOf = (email: string) =>
    rules.flatMap((rule) => (rule.user.email === email ? [`${rule.builtin} ${rule.enabled}`] : [])).sort();
  expect(emails.map(stateOf)).toEqual([
    ['DaemonAlerts false', 'DiscoveryDigest true'],
    ...[1, 2].map(() => ['DaemonAlerts true', 'DiscoveryDigest true']),
  ]);
  // Creating a user causes no audit events about the built-in rules of the user.
  const subjectIds = (await prisma.mailRule.findMany({ where: { userId: caller.userId } })).map(({ id }) => id);
  expect(await prisma.auditEvent.count({ where: { subjectId: { in: subjectIds } } })).toBe(0);
});

test('a user has no second one, also if several are made at the same time', async () => {
  const { prisma, organizationId } = world;
  const { userId } = await world.addUser('Viewer');
  const data = { organizationId, userId, name: 'second', builtin: 'DaemonAlerts', kinds: ['DaemonSilent'] } as const;
  const make = () => prisma.mailRule.create({ data: { ...data, kinds: [...data.kinds] } });
  const tries = await Promise.allSettled([make(), make(), make()]);
  expect(tries.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  await Promise.all([1, 2, 3].map(() => prisma.mailRule.deleteMany({ where: { userId } })));
  expect(await prisma.mailRule.count({ where: { userId, builtin: 'DaemonAlerts' } })).toBe(1);
  expect(await prisma.mailRule.count({ where: { userId } })).toBe(2);
});

test('the settings switch the rules', async () => {
  const caller = await world.addUser('Viewer');
  const before = (await builtinOf(caller)).DiscoveryDigest;
  const set = (email_settings: object) => caller.rest.put(`/users/${caller.userId}`, { email_settings });
  expect((await set({ discovery_digest: false, daemon_alerts: true })).status).toBe(200);
  const off = (await builtinOf(caller)).DiscoveryDigest;
  expect([off.enabled, (await builtinOf(caller)).DaemonAlerts.enabled]).toEqual([false, true]);
  expect(off.updated_at).not.toBe(before.updated_at);
  const { body } = await caller.rest.get('/mail-rules?enabled=false');
  expect(body.data.map(({ builtin }: Json) => builtin)).toEqual(['DiscoveryDigest']);
  const mutation = `mutation($id: UUID!, $settings: EmailSettingsInput!) {
    updateUser(id: $id, input: { emailSettings: $settings }) { emailSettings { discoveryDigest daemonAlerts } } }`;
  const settings = { discoveryDigest: true, daemonAlerts: false };
  const { data } = (await caller.graphql(mutation, { id: caller.userId, settings })).body;
  expect(data.updateUser.emailSettings).toEqual(settings);
  expect(await enabledOf(caller)).toEqual({ DiscoveryDigest: true, DaemonAlerts: false });
});

test('the rules switch the settings, and the change of a rule is an event', async () => {
  const caller = await world.addUser('Viewer');
  const { DiscoveryDigest: digest, DaemonAlerts: alerts } = await builtinOf(caller);
  const stale = { name: digest.name, enabled: false, expected_updated_at: digest.created_at };
  await caller.rest.put(`/mail-rules/${digest.id}`, { name: 'renamed' });
  expect(errorFacts(await caller.rest.put(`/mail-rules/${digest.id}`, stale))).toEqual([409, 'entity_changed']);
  expect(await settingsOf(caller)).toEqual({ DiscoveryDigest: true, DaemonAlerts: true });
  const { updated_at } = (await builtinOf(caller)).DiscoveryDigest;
  const off = await caller.rest.put(`/mail-rules/${digest.id}`, {
    ...{ name: 'mornings', enabled: false, timing: 'Daily', hour: 6, time_zone: 'Europe/Paris' },
    ...{ network_ids: [world.networkId], expected_updated_at: updated_at },
  });
  expect(off.body.data).toMatchObject({ name: 'mornings', enabled: false, timing: 'Daily', kinds: ['RunFinished'] });
  expect(off.body.data.updated_at).not.toBe(updated_at);
  expect(await settingsOf(caller)).toEqual({ DiscoveryDigest: false, DaemonAlerts: true });
  const mutation = `mutation($id: UUID!, $input: UpdateMailRuleInput!) { updateMailRule(id: $id, input: $input) { enabled builtin } }`;
  const { data } = (await caller.graphql(mutation, { id: alerts.id, input: { enabled: false } })).body;
  expect(data.updateMailRule).toEqual({ enabled: false, builtin: 'DaemonAlerts' });
  expect(await settingsOf(caller)).toEqual({ DiscoveryDigest: false, DaemonAlerts: false });
  const events = await world.prisma.auditEvent.findMany({ where: { subjectId: alerts.id } });
  expect(events.map(({ eventType, userId }) => [eventType, userId])).toEqual([['MailRuleChanged', caller.userId]]);
});

test('settings and rules never differ, whoever writes which of them at the same time', async () => {
  const caller = await world.addUser('Viewer');
  const { DiscoveryDigest: digest, DaemonAlerts: alerts } = await builtinOf(caller);
  for (let round = 0; round < 5; round += 1) {
    const isOn = round % 2 === 0;
    const replies = await Promise.all([
      caller.rest.put(`/users/${caller.userId}`, { email_settings: { discovery_digest: isOn, daemon_alerts: isOn } }),
      caller.rest.put(`/mail-rules/${digest.id}`, { name: `digest ${round}`, enabled: !isOn }),
      caller.rest.put(`/mail-rules/${alerts.id}`, { name: `alerts ${round}`, enabled: !isOn }),
      caller.rest.put(`/users/${caller.userId}`, { email_settings: { discovery_digest: !isOn, daemon_alerts: isOn } }),
    ]);
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(await enabledOf(caller)).toEqual(await settingsOf(caller));
  }
  // During an upgrade, a replica of the previous version may update `enabled`, but not the user's e-mail setting. Then
  // a trigger sets `enabled` to the e-mail setting again.
  const before = await settingsOf(caller);
  await world.prisma.mailRule.update({ where: { id: alerts.id }, data: { enabled: !before.DaemonAlerts } });
  expect(await enabledOf(caller)).toEqual(before);
});

test('a key changes them but not the profile, and nobody changes those of others', async () => {
  const caller = await world.addUser('Member', [world.networkId, world.otherNetworkId]);
  const key = await world.addKey(caller, { permissions: 'Viewer', networkIds: [world.networkId] });
  const { DaemonAlerts: alerts } = await builtinOf(key);
  const path = `/mail-rules/${alerts.id}`;
  expect(errorFacts(await key.rest.put(path, { name: 'x', enabled: false }))).toEqual([
    ...[403, 'auth_user_context_required'],
  ]);
  expect((await builtinOf(caller)).DaemonAlerts).toMatchObject({ name: 'Daemon alerts', enabled: true });
  const changed = await key.rest.put(path, {
    name: 'by key',
    enabled: true,
    timing: 'Hourly',
    network_ids: [world.networkId],
  });
  expect(changed.body.data).toMatchObject({ name: 'by key', enabled: true, timing: 'Hourly' });
  const outOfReach = await key.rest.put(path, { name: 'x', network_ids: [world.networkId, world.otherNetworkId] });
  expect(errorFacts(outOfReach)).toEqual([403, 'entity_access_denied']);
  for (const other of [world.owner, world.admin]) {
    expect(errorFacts(await other.rest.put(path, { name: 'x', enabled: false }))).toEqual([404, 'entity_not_found']);
    expect(errorFacts(await other.rest.delete(path))).toEqual([404, 'entity_not_found']);
  }
  expect(await settingsOf(caller)).toEqual({ DiscoveryDigest: true, DaemonAlerts: true });
});

test('they are not deleted, and keep their kinds', async () => {
  const caller = await world.addUser('Viewer');
  const { DiscoveryDigest: digest, DaemonAlerts: alerts } = await builtinOf(caller);
  const ownRule = (await caller.rest.post('/mail-rules', { name: 'own' })).body.data;
  const removed = await caller.rest.delete(`/mail-rules/${digest.id}`);
  expect([...errorFacts(removed), removed.body.params]).toEqual([
    ...[409, 'entity_delete_forbidden'],
    { entity: 'MailRule', id: digest.id, reason: 'it is built in: switch it off instead' },
  ]);
  const both = await caller.rest.post('/mail-rules/bulk-delete', [ownRule.id, alerts.id]);
  expect(errorFacts(both)).toEqual([409, 'entity_delete_forbidden']);
  expect((await caller.rest.get(`/mail-rules/${ownRule.id}`)).status).toBe(200);
  for (const kinds of [['PortDown'], ['RunFinished', 'RunFailed'], [], null]) {
    const reply = await caller.rest.put(`/mail-rules/${digest.id}`, { name: 'x', kinds });
    expect([kinds, ...errorFacts(reply)]).toEqual([kinds, 409, 'mail_rule_kinds_fixed']);
  }
  const same = { name: 'same', kinds: ['RunFinished', 'RunFinished'] };
  expect((await caller.rest.put(`/mail-rules/${digest.id}`, same)).body.data.kinds).toEqual(['RunFinished']);
  const nothing = { name: 'x', severities: ['Critical'] };
  expect(errorFacts(await caller.rest.put(`/mail-rules/${digest.id}`, nothing))).toEqual([
    ...[400, 'mail_rule_matches_nothing'],
  ]);
  // REST ignores fields that only the service writes, such as `builtin`, so that a client can send a whole record back.
  const createReply = await caller.rest.post('/mail-rules', {
    name: 'x',
    builtin: 'DaemonAlerts',
    kinds: ['DaemonSilent'],
  });
  expect([createReply.status, createReply.body.data.builtin]).toEqual([200, null]);
  const whole = await caller.rest.put(`/mail-rules/${createReply.body.data.id}`, { ...alerts, id: undefined });
  expect([whole.status, whole.body.data.builtin]).toEqual([200, null]);
});

test('they do not count among the rules that a user may have', async () => {
  const { prisma, organizationId } = world;
  const caller = await world.addUser('Viewer');
  const data = Array.from({ length: 49 }, (_, at) => ({ organizationId, userId: caller.userId, name: `${at}` }));
  await prisma.mailRule.createMany({ data });
  expect((await caller.rest.post('/mail-rules', { name: 'the fiftieth' })).status).toBe(200);
  expect(errorFacts(await caller.rest.post('/mail-rules', { name: 'one more' }))).toEqual([409, 'mail_rules_exceeded']);
});

test('they can be listed first', async () => {
  const caller = await world.addUser('Viewer');
  for (const name of ['a', 'b']) await caller.rest.post('/mail-rules', { name });
  const query = `{ mailRules(orderBy: [{ field: builtin }, { field: name, direction: desc }]) { nodes { name builtin } } }`;
  expect((await caller.graphql(query)).body.data.mailRules.nodes).toEqual([
    { name: 'Discovery digest', builtin: 'DiscoveryDigest' },
    { name: 'Daemon alerts', builtin: 'DaemonAlerts' },
    { name: 'b', builtin: null },
    { name: 'a', builtin: null },
  ]);
});

test('their previews look like their mails', async () => {
  const { rest } = await world.addUser('Viewer');
  const preview = async (query: string) => (await rest.get(`/mail-rules/preview?${query}`)).body.data;
  const digest = await preview('builtin=DiscoveryDigest&name=mine&time_zone=Asia/Tokyo');
  expect(digest.subject).toBe('Example: hosts 2 new, 1 gone, 1 changed');
  expect(digest.text).toMatch(/GMT\+9\. Hosts: 2 new[^]*Hosts gone:\n\n- old-printer[^]*mail rule “mine”/);
  expect((await preview('builtin=DaemonAlerts&kinds=DaemonSilent')).subject).toBe('The daemon branch-agent is silent');
});

test('a reset of the organization lets them begin anew, switched as before; a deleted user has none', async () => {
  const separateWorld = await createWorld();
  try {
    const { prisma, owner, viewer, networkId } = separateWorld;
    const { DiscoveryDigest: digest } = await builtinOf(viewer);
    const change = { name: 'mine', enabled: false, network_ids: [networkId], timing: 'Daily' };
    expect((await viewer.rest.put(`/mail-rules/${digest.id}`, change)).status).toBe(200);
    await viewer.rest.post('/mail-rules', { name: 'own' });
    expect((await owner.rest.post(`/organizations/${separateWorld.organizationId}/reset`)).status).toBe(200);
    const rules = await prisma.mailRule.findMany({ where: { userId: viewer.userId }, orderBy: { builtin: 'asc' } });
    expect(
      rules.map(({ builtin, name, enabled, timing, networkIds }) => [builtin, name, enabled, timing, networkIds]),
    ).toEqual([
      ['DiscoveryDigest', 'Discovery digest', false, 'Now', []],
      ['DaemonAlerts', 'Daemon alerts', true, 'Now', []],
    ]);
    expect((await owner.rest.delete(`/users/${viewer.userId}`)).status).toBe(200);
    expect(await prisma.mailRule.count({ where: { userId: viewer.userId } })).toBe(0);
    await prisma.organization.delete({ where: { id: separateWorld.organizationId } });
    expect(await prisma.mailRule.count({ where: { organizationId: separateWorld.organizationId } })).toBe(0);
  } finally {
    await separateWorld.close();
  }
});
