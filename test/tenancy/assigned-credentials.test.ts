// Tests who may assign a credential to a network or host, and so give its secret to the daemons of that network: an
// Admin, or a caller with access to all networks that use the credential.
import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { getNamedType } from 'graphql';
import { schema } from '../../src/modules/types';
import { addDiscovery, addSession } from '../support/discovery-rows';
import type { Client } from '../support/client';
import type { DaemonCaller, World } from '../support/world';
import { assigningWays, creatingWays } from './credential-assigns';
import { findOwner, idPlaces } from './id-places';
import {
  addCredential,
  createSharingWorld,
  credentialWays,
  hasEverything,
  hasRank,
  reaches,
  refusalOf,
  uses,
  type Actor,
  type UsedRow,
} from './shared-row-uses';

let world: World;
let actors: Actor[];
let daemons: ReadonlyMap<string, DaemonCaller>;
beforeAll(async () => {
  ({ world, actors, daemons } = await createSharingWorld());
});
afterAll(() => world.close());

const root = join(__dirname, '../../src');
const fields = Object.values(schema.getMutationType()!.getFields());

test('every input that assigns a credential to a network or host is here', () => {
  const assigningInputs = fields.flatMap(({ name, args, type }) => {
    const owner = findOwner(name, getNamedType(type).name);
    return idPlaces(new Map(args.map((arg) => [arg.name, arg.type])), owner)
      .filter(({ model }) => (owner === 'Credential' ? ['Network', 'Host'].includes(model) : model === 'Credential'))
      .map(({ path }) => `${name}: ${path.join('.')}`);
  });
  const tested = [assigningWays, creatingWays].flatMap((ways) => Object.values(ways).flatMap(({ inputs }) => inputs));
  expect([...new Set(tested)].sort()).toEqual(assigningInputs.sort());
});

test('every statement that adds an assignment is in a file of these ways, or of merges', () => {
  const addition = /INSERT INTO (?:host|network)_credentials|\b(?:host|network)Credential\.(?:create|upsert|update)/;
  const names = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
    (name) =>
      name.endsWith('.ts') && !name.startsWith('generated/') && addition.test(readFileSync(join(root, name), 'utf8')),
  );
  expect(names.sort()).toEqual([
    'modules/access/network/network.actions.ts',
    'modules/inventory/credential/credential-links.ts',
    // When hosts are merged or split, assignments move with their hosts, and keep the user who made them.
    'modules/inventory/host/consolidation/merge-records.sql.ts',
    'modules/inventory/host/consolidation/split-credentials.sql.ts',
    'modules/inventory/host/host-links.ts',
  ]);
});

/** Counts the rows of all tables to which an assignment can add a row. */
const counts = async (): Promise<readonly number[]> => {
  const { prisma, organizationId } = world;
  const where = { organizationId };
  return [
    await prisma.hostCredential.count({ where }),
    await prisma.networkCredential.count({ where }),
    await prisma.credential.count({ where }),
    await prisma.network.count({ where }),
  ];
};

describe('a credential is assigned by an Admin, or by callers who reach all networks that use it:', () => {
  const credentialUses = uses.filter(([model]) => model === 'Credential').map(([, use, make]) => [use, make] as const);
  test.each(credentialUses)('one used %s', async (use, make) => {
    for (const [name, { assign, level, outOfReach, writesCredential }] of Object.entries(assigningWays)) {
      // If the service refuses the attempt of a caller, the row is unchanged, so the next caller tries the same row.
      let unchanged: (UsedRow & { readonly before: readonly number[] }) | undefined;
      for (const actor of actors) {
        const { prisma, networkId } = world;
        unchanged ??= { ...(await make()), before: await counts() };
        const { id, by, before } = unchanged;
        const isAssigned = by.length > 0 && !use.includes('openedHosts');
        // If the network has the assignment already, anyone who may update the network may send it again, without a
        // right to assign the credential.
        const isThere =
          /^(to a network|its networks)/.test(name) && /as networkAssignments by the first|in every way/.test(use);
        const { reply, hostId } = await assign(actor.caller, id, networkId);
        const [code, params] = refusalOf(reply);
        const story = `${actor.name}, ${name}: ${reply.story}`;
        if (!hasRank(actor, level)) expect([story, code]).toEqual([story, 'auth_permission_denied']);
        else if (outOfReach && !reaches(actor, [networkId])) expect([story, code]).toEqual([story, outOfReach]);
        else if ((isThere && !writesCredential) || hasEverything(actor) || (isAssigned && reaches(actor, by))) {
          expect([story, code]).toEqual([story, undefined]);
          const assignedBy = actor.userId;
          const rows = hostId
            ? await prisma.hostCredential.findMany({ where: { hostId } })
            : await prisma.networkCredential.findMany({ where: { credentialId: id, assignedBy } });
          expect([story, rows]).toMatchObject([story, isThere ? [] : [{ credentialId: id, assignedBy }]]);
          if (name.startsWith('to a new network'))
            await prisma.network.delete({ where: { id: reply.body.data.data?.id ?? reply.body.data.id } });
          await prisma.networkCredential.deleteMany({ where: { networkId } });
          unchanged = undefined;
          continue;
        } else expect([story, code, params]).toEqual([story, 'entity_access_denied', { entity: 'Credential', id }]);
        expect([story, await counts()]).toEqual([story, before]);
      }
    }
  });
});

test.each(Object.entries(creatingWays))(
  'a new credential is assigned by its maker within the reach of the maker: %s',
  async (_name, { assign, level, outOfReach }) => {
    const { prisma, networkId } = world;
    for (const actor of actors) {
      const before = await counts();
      const { reply, hostId } = await assign(actor.caller, networkId);
      const [code] = refusalOf(reply);
      const story = `${actor.name}: ${reply.story}`;
      if (!hasRank(actor, level)) expect([story, code]).toEqual([story, 'auth_permission_denied']);
      else if (!reaches(actor, [networkId])) expect([story, code]).toEqual([story, outOfReach]);
      else {
        expect([story, code]).toEqual([story, undefined]);
        const rows = hostId
          ? await prisma.hostCredential.findMany({ where: { hostId } })
          : await prisma.networkCredential.findMany({ where: { networkId } });
        expect([story, rows]).toMatchObject([story, [{ networkId, assignedBy: actor.userId }]]);
        await prisma.networkCredential.deleteMany({ where: { networkId } });
        continue;
      }
      expect([story, await counts()]).toEqual([story, before]);
    }
  },
);

const request = async (networkId: string): Promise<string[]> => {
  const daemon = daemons.get(networkId)!;
  await addSession(world, await addDiscovery(world, daemon.daemonId, networkId));
  const body = { name: 'd', mode: 'daemon_poll', version: '0.17.22+netloom.0.1.0', ready_for_work: true };
  const { body: answer } = await daemon.send('POST', `/api/daemons/${daemon.daemonId}/request-work`, { body });
  const foundJson = JSON.stringify(answer.data[0].credential_mappings).match(/"community":"[^"]*"/g) ?? [];
  await world.prisma.discoverySession.deleteMany({ where: { daemonId: daemon.daemonId } });
  return foundJson;
};

test('a Member of one network gets no secret of another by a host and a daemon of its own', async () => {
  const { prisma, networkId, otherNetworkId } = world;
  await prisma.credential.deleteMany({ where: { organizationId: world.organizationId } });
  const member = actors.find(({ name }) => name === 'a Member of one network')!.caller;
  const id = await addCredential({ community: 'only-of-the-second' });
  await credentialWays.networkAssignments!(id, otherNetworkId);
  const listedReply = await member.rest.get('/credentials');
  expect(listedReply.body.data.map((row: { id: string }) => row.id)).toContain(id);
  const cidr = '10.200.0.0/24';
  const subnet = await prisma.subnet.create({ data: { networkId, cidr, name: 'lan', subnetType: 'Lan' } });
  const body = {
    ...{ name: 'bait', network_id: networkId, tags: [], credential_assignments: [{ credential_id: id }] },
    ip_addresses: [{ ip_address: '10.200.0.9', subnet_id: subnet.id }],
  };
  const refusedReply = await member.rest.post('/hosts', body);
  expect([refusedReply.status, refusedReply.body.code]).toEqual([403, 'entity_access_denied']);
  expect(await request(networkId)).toEqual([]);
  expect(await request(otherNetworkId)).toEqual(['"community":"only-of-the-second"']);
  // After an Admin has assigned the credential, the service sends its secret to the daemon.
  expect((await world.admin.rest.post('/hosts', body)).status).toBe(200);
  expect(await request(networkId)).toEqual(['"community":"only-of-the-second"']);
});

describe("an Admin's key for one network", () => {
  const key = () => actors.find(({ name }) => name === "an Admin's key for one network")!.caller;
  /** Tries all ways to assign the credential in the network of the key. Returns the error code for each of them. */
  const assign = async (credentialId: string) => {
    const { prisma, networkId } = world;
    const codes: Record<string, unknown> = {};
    for (const [name, way] of Object.entries(assigningWays).filter(([, { outOfReach }]) => outOfReach)) {
      const { reply } = await way.assign(key(), credentialId, networkId);
      codes[name] = refusalOf(reply)[0];
      await prisma.networkCredential.deleteMany({ where: { credentialId } });
      await prisma.hostCredential.deleteMany({ where: { credentialId } });
    }
    return codes;
  };
  const everyWay = (code: string | undefined) =>
    Object.fromEntries(
      Object.entries(assigningWays).flatMap(([name, { outOfReach }]) => (outOfReach ? [[name, code]] : [])),
    );
  const make = async (fields: object) => {
    const { body } = await key().rest.post('/credentials', { name: randomUUID(), ...fields });
    return body.data.id as string;
  };
  const v2c = { credential_type: 'SnmpV2c', community: 'by-the-key' };

  test('can assign in its network a credential that it wrote, until others change the secret', async () => {
    const id = await make(v2c);
    const putCommunity = async (caller: Client, community: string) =>
      (await caller.rest.put(`/credentials/${id}`, { name: randomUUID(), community })).status;
    expect(await assign(id)).toEqual(everyWay(undefined));
    expect(await putCommunity(world.admin, 'new')).toBe(200);
    expect(await assign(id)).toEqual(everyWay('entity_access_denied'));
    expect(await putCommunity(key(), 'again')).toBe(200);
    expect(await assign(id)).toEqual(everyWay(undefined));
  });

  test('cannot assign a credential of which it wrote only a part', async () => {
    const v3 = { username: 'u', authenticationProtocol: 'SHA256', authenticationKey: 'authentic-1' };
    const id = await addCredential({ credentialType: 'SnmpV3', community: null, ...v3 });
    expect((await key().rest.put(`/credentials/${id}`, { name: randomUUID(), username: 'mine' })).status).toBe(200);
    expect(await assign(id)).toEqual(everyWay('entity_access_denied'));
  });

  test('makes no credential one that all networks use', async () => {
    const id = await make(v2c);
    const required = 'Admin of every network';
    const input = { name: randomUUID(), credentialType: 'SnmpV2c', community: 'x', isDefault: true };
    expect(
      await key().refusal('mutation($input: CreateCredentialInput!) { createCredential(input: $input) { id } }', {
        input,
      }),
    ).toMatchObject({ code: 'auth_permission_denied', params: { action: 'createCredential', required } });
    const several = [{ name: randomUUID(), credentialType: 'SnmpV2c', isDefault: true }];
    expect(
      await key().refusal('mutation($several: [NewCredentialInput!]!) { createCredentials(inputs: $several) { id } }', {
        several,
      }),
    ).toMatchObject({ code: 'auth_permission_denied', params: { action: 'createCredentials', required } });
    expect(
      await key().refusal('mutation($id: UUID!) { updateCredential(id: $id, input: { isDefault: true }) { id } }', {
        id,
      }),
    ).toMatchObject({ code: 'auth_permission_denied', params: { action: 'updateCredential', required } });
  });
});
