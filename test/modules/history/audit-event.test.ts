// The audit log records sign-ins and changes of rights, keys, people and settings. Admins can read it, and nobody can
// change it.
import { randomUUID } from 'node:crypto';
import { createClient, type Reply } from '../../support/client';
import { createWorld, type Caller, type World } from '../../support/world';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

interface ReportedEvent {
  readonly event_type: string;
  readonly actor: { readonly type: string; readonly name: string | null };
  readonly operation: string | null;
  readonly subject_type: string | null;
  readonly subject_id: string | null;
  readonly subject_name: string | null;
  readonly details?: Record<string, unknown> | null;
}

type Listed = ReportedEvent & { readonly id: string; readonly created_at: string };

const succeedReply = ({ status, body, story }: Reply) => {
  if (status >= 300 || body.errors) throw new Error(story);
  return body.data;
};

/** Returns the audit events that `work` causes, oldest first, without events about the inventory. */
async function recordEvents(work: () => Promise<unknown>, reader: Caller = world.owner): Promise<ReportedEvent[]> {
  const list = async () =>
    succeedReply(await reader.rest.get('/audit-events?limit=1000&order_by=created_at')) as Listed[];
  const before = new Set((await list()).map(({ id }) => id));
  await work();
  const textOf = ({ created_at: at, event_type: type, details }: Listed) => [at, type, JSON.stringify(details)].join();
  const events = (await list())
    .filter(({ id, event_type: type }) => !before.has(id) && type !== 'Change')
    .sort((a, b) => (textOf(a) < textOf(b) ? -1 : 1));
  return events.map(({ event_type, actor, operation, subject_type, subject_id, subject_name, details }) => ({
    ...{ event_type, actor, operation, subject_type, subject_id, subject_name, details: details ?? null },
  }));
}
const typesOf = (events: readonly ReportedEvent[]) => events.map(({ event_type: type }) => type).sort();
const password = 'Correct horse 1';
const browser = { 'user-agent': 'Browser/1.0' };

describe('sessions and people', () => {
  test('registration, a wrong password, sign-in, password change and sign-out are events with their remote address', async () => {
    const email = `${randomUUID()}@netloom.example`;
    const auth = (path: string, body: object, session?: string) =>
      createClient(world.url, { session }).send('POST', `/api/auth/${path}`, { body, headers: browser });
    const sessionIn = (reply: Reply) => /session_id=([^;]+)/.exec(reply.headers.get('set-cookie')!)![1]!;
    const registeredReply = await auth('register', { email, password, terms_accepted: true });
    const { id, organization_id: organizationId } = succeedReply(registeredReply);
    const reader = {
      ...createClient(world.url, { session: sessionIn(registeredReply) }),
      organizationId,
    } as unknown as Caller;
    const foundedEvents = await world.prisma.auditEvent.findMany({
      where: { organizationId, NOT: { eventType: 'Change' } },
    });
    expect(foundedEvents.map(({ eventType, operation, userId }) => [eventType, operation, userId]).sort()).toEqual([
      ['NetworkCreated', 'register', id],
      ['SignIn', 'register', id],
      ['UserAdded', 'register', id],
    ]);
    const actor = { type: 'User', name: email };
    const person = { subject_type: 'User', subject_id: id, subject_name: email };
    const from = { remote_address: expect.stringContaining('127.0.0.1'), user_agent: 'Browser/1.0' };
    const events = await recordEvents(async () => {
      expect((await auth('login', { email, password: 'Wrong horse 1' })).status).toBe(401);
      const session = sessionIn(await auth('login', { email, password }));
      const changedReply = await auth('update', { current_password: password, new_password: 'Other horse 2' }, session);
      succeedReply(await auth('logout', {}, sessionIn(changedReply)));
      // Changing the password has ended all other sessions.
      const again = sessionIn(await auth('login', { email, password: 'Other horse 2' }));
      Object.assign(reader, createClient(world.url, { session: again }));
    }, reader);
    const refusedDetails = { ...from, reason: 'wrong_password', locked: false };
    expect(events).toEqual([
      {
        event_type: 'SignInRefused',
        actor: { type: 'System', name: null },
        operation: 'login',
        ...person,
        details: refusedDetails,
      },
      { event_type: 'SignIn', actor, operation: 'login', ...person, details: from },
      { event_type: 'PasswordChanged', actor, operation: 'update', ...person, details: null },
      { event_type: 'SignOut', actor, operation: 'logout', ...person, details: from },
      { event_type: 'SignIn', actor, operation: 'login', ...person, details: from },
    ]);
    await world.prisma.organization.delete({ where: { id: organizationId } });
  });
});

describe('rights, keys and settings', () => {
  const subject = (type: string, id: string, name: string | null) => ({
    ...{ subject_type: type, subject_id: id, subject_name: name },
  });

  test('a changed role and changed networks of a user have the old and the new values', async () => {
    const { admin, owner, networkId, otherNetworkId } = world;
    const user = await world.addUser('Viewer', [networkId]);
    const by = { actor: { type: 'User', name: admin.email }, operation: 'adminUpdateUser' };
    const changedEvents = await recordEvents(async () => {
      const body = { permissions: 'Member', network_ids: [otherNetworkId] };
      succeedReply(await admin.rest.put(`/users/${user.userId}/admin`, body));
      // Writing the same values again changes nothing.
      succeedReply(await admin.rest.put(`/users/${user.userId}/admin`, body));
    });
    const whom = subject('User', user.userId, user.email);
    expect(changedEvents).toEqual([
      {
        ...{ event_type: 'RightsChanged', ...by, ...whom },
        details: { network_ids: { from: [networkId], to: [otherNetworkId] } },
      },
      { event_type: 'RightsChanged', ...by, ...whom, details: { permissions: { from: 'Viewer', to: 'Member' } } },
    ]);
    const deletedEvents = await recordEvents(async () =>
      succeedReply(await owner.rest.post('/users/bulk-delete', [user.userId])),
    );
    expect(deletedEvents).toEqual([
      {
        ...{ event_type: 'UserRemoved', actor: { type: 'User', name: owner.email }, operation: 'deleteUsers', ...whom },
        details: { permissions: 'Member' },
      },
    ]);
  });

  test('API keys of users have events without their secrets', async () => {
    const { owner, networkId, otherNetworkId } = world;
    const by = { actor: { type: 'User', name: owner.email } };
    let keyId = '';
    const secrets: string[] = [];
    const events = await recordEvents(async () => {
      const createdKey = succeedReply(
        await owner.rest.post('/auth/keys', {
          name: 'Export',
          network_ids: [networkId],
          permissions: 'Admin',
          tags: [],
        }),
      );
      keyId = createdKey.api_key.id;
      secrets.push(createdKey.key, succeedReply(await owner.rest.post(`/auth/keys/${keyId}/rotate`)));
      const body = { name: 'Export', network_ids: [networkId, otherNetworkId], is_enabled: false, tags: [] };
      succeedReply(await owner.rest.put(`/auth/keys/${keyId}`, body));
      succeedReply(await owner.rest.delete(`/auth/keys/${keyId}`));
    });
    const key = subject('UserApiKey', keyId, 'Export');
    expect(events).toEqual([
      {
        ...{ event_type: 'KeyCreated', ...by, operation: 'createUserApiKey', ...key },
        details: { user_id: owner.userId, permissions: 'Admin', is_enabled: true, network_ids: [networkId] },
      },
      { event_type: 'KeyRotated', ...by, operation: 'rotateUserApiKey', ...key, details: null },
      {
        ...{ event_type: 'KeyChanged', ...by, operation: 'updateUserApiKey', ...key },
        details: { is_enabled: { from: true, to: false } },
      },
      {
        ...{ event_type: 'KeyChanged', ...by, operation: 'updateUserApiKey', ...key },
        details: { network_ids: { from: [networkId], to: [networkId, otherNetworkId].sort() } },
      },
      {
        ...{ event_type: 'KeyDeleted', ...by, operation: 'deleteUserApiKey', ...key },
        details: { user_id: owner.userId, permissions: 'Admin' },
      },
    ]);
    const text = JSON.stringify(await world.prisma.auditEvent.findMany({ where: { subjectId: keyId } }));
    for (const secret of secrets) expect(text).not.toContain(secret.slice(6));
    expect(text).not.toContain('hash');
  });

  test('daemon keys, credentials, shares, invites, networks, discoveries and the organization', async () => {
    const { owner, admin, networkId, organizationId } = world;
    const { daemonId, hostId } = await world.addDaemon();
    const post = async (path: string, body: object) => succeedReply(await owner.rest.post(path, body));
    const kinds = await recordEvents(async () => {
      const key = await post('/auth/daemon', { name: 'Probe', network_id: networkId, tags: [] });
      succeedReply(await owner.rest.post(`/auth/daemon/${key.api_key.id}/rotate`));
      succeedReply(await owner.rest.delete(`/auth/daemon/${key.api_key.id}`));
    });
    expect(typesOf(kinds)).toEqual(['KeyCreated', 'KeyDeleted', 'KeyRotated']);
    const credentials = await recordEvents(async () => {
      const { id } = await post('/credentials', { name: 'Poll', credential_type: 'SnmpV2c', community: 'open sesame' });
      succeedReply(await owner.rest.put(`/credentials/${id}`, { name: 'Poll 2', community: 'close sesame' }));
      succeedReply(await owner.rest.delete(`/credentials/${id}`));
    });
    expect(credentials.map(({ event_type: type, details }) => [type, details])).toEqual([
      ['CredentialCreated', { credential_type: 'SnmpV2c', is_default: false }],
      ['CredentialChanged', { name: { from: 'Poll', to: 'Poll 2' }, secrets: { changed: true } }],
      ['CredentialDeleted', { credential_type: 'SnmpV2c' }],
    ]);
    expect(JSON.stringify(credentials)).not.toContain('sesame');
    const [topology] = await world.prisma.topology.findMany({ where: { networkId } });
    const shares = await recordEvents(async () => {
      const { id } = await post('/shares', { name: 'Wall', topology_id: topology!.id, network_id: networkId });
      succeedReply(
        await owner.rest.put(`/shares/${id}`, {
          ...{ name: 'Wall', topology_id: topology!.id, network_id: networkId, password: 'open sesame' },
        }),
      );
      succeedReply(await owner.rest.delete(`/shares/${id}`));
    });
    expect(typesOf(shares)).toEqual(['ShareChanged', 'ShareCreated', 'ShareDeleted']);
    expect(shares[1]!.details).toEqual({ password_hash: { changed: true } });
    const invites = await recordEvents(async () => {
      const { id } = await post('/invites', { permissions: 'Viewer', network_ids: [networkId] });
      succeedReply(await owner.rest.delete(`/invites/${id}/revoke`));
    });
    expect(typesOf(invites)).toEqual(['InviteCreated', 'InviteRevoked']);
    expect(invites[0]!.details).toMatchObject({ permissions: 'Viewer', network_ids: [networkId] });
    const networks = await recordEvents(async () => {
      const { id } = await post('/networks', {
        name: 'West',
        organization_id: organizationId,
        tags: [],
        credential_ids: [],
      });
      succeedReply(
        await admin.rest.put(`/networks/${id}`, { name: 'Far West', organization_id: organizationId, tags: [] }),
      );
      succeedReply(await admin.rest.delete(`/networks/${id}`));
    });
    expect(networks.map(({ event_type: type, operation, subject_name: name }) => [type, operation, name])).toEqual([
      ['NetworkCreated', 'createNetwork', 'West'],
      ['NetworkChanged', 'updateNetwork', 'Far West'],
      ['NetworkDeleted', 'deleteNetwork', 'Far West'],
    ]);
    const discoveries = await recordEvents(async () => {
      const body = {
        ...{ name: 'Nightly', network_id: networkId, daemon_id: daemonId, tags: [] },
        discovery_type: { type: 'Unified', host_id: hostId },
        run_type: { type: 'AdHoc' },
      };
      const { id } = await post('/discovery', body);
      succeedReply(await owner.rest.put(`/discovery/${id}`, { ...body, name: 'Daily' }));
      succeedReply(await owner.rest.delete(`/discovery/${id}`));
    });
    expect(typesOf(discoveries)).toEqual(['DiscoveryChanged', 'DiscoveryCreated', 'DiscoveryDeleted']);
    const access = await recordEvents(async () => {
      await owner.query(
        `mutation ($id: UUID!) {
          off: updateOrganization(id: $id, input: { apiAccessEnabled: false, name: "Renamed" }) { id }
          on: updateOrganization(id: $id, input: { apiAccessEnabled: true }) { id }
        }`,
        { id: organizationId },
      );
    });
    expect(typesOf(access)).toEqual(['ApiAccessChanged', 'ApiAccessChanged', 'OrganizationChanged']);
    expect(access.map(({ details }) => details)).toContainEqual({ api_access_enabled: { from: true, to: false } });
  });
});

describe('reading the audit', () => {
  const list = '{ auditEvents(first: 1000) { nodes { id organizationId } } }';

  test('is allowed for Admins and Owners, by session or by a key of all networks, and for nobody else', async () => {
    const { owner, admin, member, viewer, key, narrowKey, stranger, organizationId, networkId } = world;
    for (const reader of [owner, admin, key]) {
      const { auditEvents } = await reader.query(list);
      expect(auditEvents.nodes.length).toBeGreaterThan(0);
      expect(
        auditEvents.nodes.filter(
          (event: ReportedEvent & { organizationId: string }) => event.organizationId !== organizationId,
        ),
      ).toEqual([]);
    }
    const [{ id }] = (await owner.query(list)).auditEvents.nodes;
    expect((await narrowKey.query(list)).auditEvents.nodes).toEqual([]);
    expect((await narrowKey.rest.get(`/audit-events/${id}`)).status).toBe(404);
    for (const reader of [member, viewer]) {
      const reply = await reader.rest.get('/audit-events');
      expect([reply.status, reply.body.code]).toEqual([403, 'auth_permission_denied']);
      expect((await reader.rest.get('/audit-events/export/csv')).status).toBe(403);
      expect((await reader.rest.get(`/audit-events/${id}`)).status).toBe(403);
    }
    const daemon = await world.addDaemon({ networkId });
    expect((await daemon.rest.get('/audit-events')).status).toBe(403);
    expect((await stranger.rest.get(`/audit-events/${id}`)).status).toBe(404);
    const foreignData = (await stranger.rest.get('/audit-events?limit=1000')).body.data as {
      organization_id: string;
    }[];
    expect(new Set(foreignData.map(({ organization_id: of }) => of))).toEqual(new Set([stranger.organizationId]));
  });

  test('shows the user, key or daemon of each change of the inventory, and its operation', async () => {
    const { owner, key, networkId, prisma } = world;
    const daemon = await world.addDaemon();
    const vlan = { name: 'Told', network_id: networkId, organization_id: world.organizationId, vlan_number: 77 };
    const { id } = succeedReply(await owner.rest.post('/vlans', vlan));
    succeedReply(await key.rest.put(`/vlans/${id}`, { ...vlan, name: 'Told again' }));
    const subnet = {
      name: 'Told',
      network_id: networkId,
      cidr: '10.77.0.0/24',
      subnet_type: 'Lan',
      tags: [],
      source: { type: 'Discovery' },
    };
    const { id: subnetId } = succeedReply(await daemon.rest.post('/subnets', subnet));
    const eventOf = async (row: { auditEventId: string | null }) => {
      const { data } = (await owner.rest.get(`/audit-events/${row.auditEventId}`)).body;
      return [data.event_type, data.actor, data.operation];
    };
    const [before] = await prisma.$queryRaw<{ auditEventId: string }[]>`
      SELECT audit_event_id AS "auditEventId" FROM vlans_revisions WHERE id = ${id}::uuid`;
    const user = { type: 'User', name: owner.email };
    expect(await eventOf(before!)).toEqual(['Change', user, 'createVlan']);
    const live = await prisma.vlan.findUniqueOrThrow({ where: { id } });
    expect(await eventOf(live)).toEqual(['Change', { type: 'UserApiKey', name: 'key' }, 'updateVlan']);
    const foundSubnet = await prisma.subnet.findUniqueOrThrow({ where: { id: subnetId } });
    expect(await eventOf(foundSubnet)).toEqual(['Change', { type: 'Daemon', name: 'daemon' }, 'createSubnet']);
    const { auditEvent } = await owner.query(
      'query ($id: UUID!) { auditEvent(id: $id) { actor { user { id } userApiKey { name } daemon { id } } } }',
      { id: live.auditEventId },
    );
    expect(auditEvent.actor).toEqual({ user: { id: owner.userId }, userApiKey: { name: 'key' }, daemon: null });
  });

  test('leads from a change to its network, and to the difference at its time', async () => {
    const { owner, networkId, prisma } = world;
    const vlan = { name: 'Led to', network_id: networkId, organization_id: world.organizationId, vlan_number: 78 };
    const { id } = succeedReply(await owner.rest.post('/vlans', vlan));
    const { name } = await prisma.network.findUniqueOrThrow({ where: { id: networkId } });
    const [event] = (await owner.rest.get(`/audit-events?operation=createVlan&subject_id=${networkId}&limit=1`)).body
      .data;
    expect(event).toMatchObject({ subject_type: 'Network', subject_name: name });
    const from = new Date(Date.parse(event.created_at) - 1).toISOString();
    const path = `/networks/${event.subject_id}/diff?kinds=VLAN&from=${from}&to=${event.created_at}`;
    const reportedData = (await owner.rest.get(path)).body.data as { entity_id: string; event: { id: string } }[];
    expect(reportedData.map(({ entity_id, event: by }) => [entity_id, by.id])).toContainEqual([id, event.id]);
    succeedReply(
      await owner.rest.post('/tags', { name: 'Led to', organization_id: world.organizationId, color: 'Red' }),
    );
    const [ofTag] = (await owner.rest.get('/audit-events?operation=createTag&limit=1')).body.data;
    expect([ofTag.event_type, ofTag.subject_type, ofTag.subject_id]).toEqual(['Change', null, null]);
  });

  test('is filtered by time, kind, actor and subject, on the page and in the file', async () => {
    const { owner, admin, prisma } = world;
    const { id } = succeedReply(
      await admin.rest.post('/credentials', { name: 'Found', credential_type: 'SnmpV1', community: 'x' }),
    );
    const { createdAt } = await prisma.auditEvent.findFirstOrThrow({ where: { subjectId: id } });
    const filters = [
      `subject_id=${id}`,
      `event_types=CredentialCreated,CredentialDeleted&subject_type=Credential&user_id=${admin.userId}`,
      `from=${createdAt.toISOString()}&to=${new Date(createdAt.getTime() + 1).toISOString()}&operation=createCredential`,
    ];
    for (const filter of filters) {
      const foundEvents = succeedReply(await owner.rest.get(`/audit-events?${filter}`)) as { subject_id: string }[];
      expect(foundEvents.map(({ subject_id: of }) => of)).toEqual([id]);
      const file = await owner.rest.get(`/audit-events/export/csv?${filter}`);
      expect(file.body.trim().split('\r\n')).toHaveLength(2);
    }
    const none = `/audit-events?to=${createdAt.toISOString()}&subject_id=${id}`;
    expect(succeedReply(await owner.rest.get(none))).toEqual([]);
  });
});

describe('the audit is permanent', () => {
  test('no statement changes or deletes an event, except the deletion of its organization and the sweep', async () => {
    const { prisma, organizationId } = world;
    const { id } = await prisma.auditEvent.findFirstOrThrow({ where: { organizationId } });
    await expect(prisma.auditEvent.update({ where: { id }, data: { actorName: 'nobody' } })).rejects.toThrow(
      /never changed/,
    );
    await expect(prisma.auditEvent.delete({ where: { id } })).rejects.toThrow(/never changed/);
    await prisma.$transaction(async (tx) => {
      await tx.$executeRaw`SET LOCAL netloom.sweep = 'on'`;
      await tx.auditEvent.delete({ where: { id } });
    });
    expect(await prisma.auditEvent.findUnique({ where: { id } })).toBeNull();
  });

  test('refused and rolled back operations leave no event', async () => {
    const { owner, viewer, networkId } = world;
    const events = await recordEvents(async () => {
      expect((await viewer.rest.delete(`/networks/${networkId}`)).status).toBe(403);
      const twice = { name: 'Twice', credential_type: 'SnmpV1', community: 'x' };
      succeedReply(await owner.rest.post('/credentials', twice));
      expect((await owner.rest.post('/credentials', twice)).status).toBe(409);
    });
    expect(typesOf(events)).toEqual(['CredentialCreated']);
  });

  test('failed sign-ins are events until the account is locked; those of unknown addresses are not stored', async () => {
    const { prisma, owner } = world;
    const guess = (email: string) =>
      world.anonymous.send('POST', '/api/auth/login', { body: { email, password: 'Wrong horse 1' }, headers: browser });
    const events = await recordEvents(async () => {
      for (let tries = 0; tries < 8; tries += 1) await guess(owner.email);
    });
    expect(events.map(({ details }) => details!.locked)).toEqual([false, false, false, false, true]);
    const countOfNobody = () => prisma.auditEvent.count({ where: { organizationId: null } });
    const before = await countOfNobody();
    await guess(`${randomUUID()}@netloom.example`);
    expect(await countOfNobody()).toBe(before);
    await prisma.loginFailure.deleteMany({ where: { email: owner.email } });
  });

  test('the reset of an organization and an accepted invite', async () => {
    const { stranger, strangerNetworkId, prisma } = world;
    const { organizationId } = stranger;
    const reset = await recordEvents(async () => {
      const { id } = succeedReply(
        await stranger.rest.post('/invites', { permissions: 'Viewer', network_ids: [strangerNetworkId] }),
      );
      const openedReply = await world.anonymous.send('GET', `/api/v1/invites/${id}/accept`, {
        headers: { accept: 'application/json' },
      });
      const session = /session_id=([^;]+)/.exec(openedReply.headers.get('set-cookie')!)![1]!;
      const email = `${randomUUID()}@netloom.example`;
      succeedReply(
        await createClient(world.url, { session }).send('POST', '/api/auth/register', {
          body: { email, password, terms_accepted: true },
        }),
      );
      const { id: userId } = await prisma.user.findUniqueOrThrow({ where: { email } });
      const addedEvent = await prisma.auditEvent.findFirstOrThrow({
        where: { subjectId: userId, eventType: 'UserAdded' },
      });
      expect(addedEvent).toMatchObject({
        operation: 'register',
        userId,
        details: { permissions: 'Viewer', network_ids: [strangerNetworkId] },
      });
      succeedReply(await stranger.rest.post(`/organizations/${organizationId}/reset`));
    }, stranger);
    expect(typesOf(reset)).toEqual([
      ...['InviteAccepted', 'InviteCreated', 'InviteRevoked', 'KeyDeleted', 'NetworkCreated', 'NetworkDeleted'],
      ...['OrganizationReset', 'SignIn', 'UserAdded'],
    ]);
  });
});
