// Every way to assign a credential to a network or host: by the input of a mutation, over GraphQL and REST.
import { randomUUID } from 'node:crypto';
import type { Permissions } from '../../src/data/tenancy/viewer';
import type { Client, Reply } from '../support/client';
import { addHost, sharingWorld } from './shared-row-uses';

interface Assigned {
  readonly reply: Reply;
  /** The host to which the credential was assigned; undefined for a network. */
  readonly hostId?: string;
}
interface WayOf<Assign> {
  /**
   * The inputs with which this request assigns the credential, as the name of the mutation and the path of the input.
   */
  readonly inputs: readonly string[];
  readonly assign: Assign;
  readonly level: Permissions;
  /** The error code for a caller who cannot access the network. Undefined if the request creates the network. */
  readonly outOfReach?: string;
  /**
   * Whether the request changes the credential itself. Then the caller must be able to access all networks that use
   * the credential, even if the credential is already assigned.
   */
  readonly writesCredential?: boolean;
}
type AssigningWay = WayOf<(caller: Client, credentialId: string, networkId: string) => Promise<Assigned>>;

const [missing, denied] = ['entity_not_found', 'entity_access_denied'];

const updateHost: AssigningWay = {
  ...{ inputs: ['updateHost: input.credentialAssignments.credentialId'], level: 'Member', outOfReach: missing },
  async assign(caller, credentialId, networkId) {
    const hostId = await addHost(networkId);
    const document = 'mutation($id: UUID!, $input: UpdateHostInput!) { updateHost(id: $id, input: $input) { id } }';
    const input = { credentialAssignments: [{ credentialId }] };
    return { reply: await caller.graphql(document, { id: hostId, input }), hostId };
  },
};
const updateNetwork: AssigningWay = {
  ...{ inputs: ['updateNetwork: input.credentialIds'], level: 'Admin', outOfReach: missing },
  async assign(caller, credentialId, id) {
    const document =
      'mutation($id: UUID!, $input: UpdateNetworkInput!) { updateNetwork(id: $id, input: $input) { id } }';
    return { reply: await caller.graphql(document, { id, input: { credentialIds: [credentialId] } }) };
  },
};
const createHost: AssigningWay = {
  ...{ inputs: ['createHost: input.credentialAssignments.credentialId'], level: 'Member', outOfReach: denied },
  async assign(caller, credentialId, networkId) {
    const document = 'mutation($input: CreateHostInput!) { made: createHost(input: $input) { id } }';
    const input = { name: randomUUID(), networkId, credentialAssignments: [{ credentialId }] };
    const reply = await caller.graphql(document, { input });
    return { reply, hostId: reply.body.data?.made?.id };
  },
};
const createNetwork: AssigningWay = {
  ...{ inputs: ['createNetwork: input.credentialIds'], level: 'Admin' },
  async assign(caller, credentialId) {
    const document = 'mutation($input: CreateNetworkInput!) { data: createNetwork(input: $input) { id } }';
    return { reply: await caller.graphql(document, { input: { name: 'new', credentialIds: [credentialId] } }) };
  },
};

const update =
  'mutation($id: UUID!, $input: UpdateCredentialInput!) { updateCredential(id: $id, input: $input) { id } }';
const updatedNetworks: AssigningWay = {
  ...{ inputs: ['updateCredential: input.assignedNetworkIds'], level: 'Admin', outOfReach: denied },
  writesCredential: true,
  assign: async (caller, id, networkId) => ({
    reply: await caller.graphql(update, { id, input: { assignedNetworkIds: [networkId] } }),
  }),
};
const updatedHosts: AssigningWay = {
  ...{ inputs: ['updateCredential: input.hostAssignments.hostId'], level: 'Admin', outOfReach: missing },
  writesCredential: true,
  async assign(caller, id, networkId) {
    const hostId = await addHost(networkId);
    return { reply: await caller.graphql(update, { id, input: { hostAssignments: [{ hostId }] } }), hostId };
  },
};

/** Ways to assign a stored credential. */
export const assigningWays: Readonly<Record<string, AssigningWay>> = {
  'to a new host by GraphQL': createHost,
  'to a new host': {
    ...createHost,
    async assign(caller, credential_id, network_id) {
      const body = { name: randomUUID(), network_id, tags: [], credential_assignments: [{ credential_id }] };
      const reply = await caller.rest.post('/hosts', body);
      return { reply, hostId: reply.body.data?.id };
    },
  },
  'to a host by GraphQL': updateHost,
  'to a host': {
    ...updateHost,
    async assign(caller, credential_id, networkId) {
      const hostId = await addHost(networkId);
      const body = { id: hostId, name: 'h', hidden: false, tags: [], credential_assignments: [{ credential_id }] };
      return { reply: await caller.rest.put(`/hosts/${hostId}`, body), hostId };
    },
  },
  'to a network by GraphQL': updateNetwork,
  'to a network': {
    ...updateNetwork,
    async assign(caller, credential_id, networkId) {
      const body = { name: 'net', organization_id: sharingWorld().organizationId, credential_ids: [credential_id] };
      return { reply: await caller.rest.put(`/networks/${networkId}`, body) };
    },
  },
  'to a new network by GraphQL': createNetwork,
  'to a new network': {
    ...createNetwork,
    async assign(caller, credential_id) {
      const { organizationId: organization_id } = sharingWorld();
      const body = { name: 'new', organization_id, tags: [], credential_ids: [credential_id] };
      return { reply: await caller.rest.post('/networks', body) };
    },
  },
  'its networks by GraphQL': updatedNetworks,
  'its networks': {
    ...updatedNetworks,
    async assign(caller, id, networkId) {
      const body = { name: randomUUID(), assigned_network_ids: [networkId] };
      return { reply: await caller.rest.put(`/credentials/${id}`, body) };
    },
  },
  'its hosts by GraphQL': updatedHosts,
  'its hosts': {
    ...updatedHosts,
    async assign(caller, id, networkId) {
      const hostId = await addHost(networkId);
      const body = { name: randomUUID(), host_assignments: [{ host_id: hostId }] };
      return { reply: await caller.rest.put(`/credentials/${id}`, body), hostId };
    },
  },
};

type CreatingWay = WayOf<(caller: Client, networkId: string) => Promise<Assigned>>;
const secrets = { credentialType: 'SnmpV2c', community: 'of-its-maker' };
const snmpType = { type: 'SnmpV2c', community: { mode: 'Inline', value: 'of-its-maker' } };

const create = 'mutation($input: CreateCredentialInput!) { createCredential(input: $input) { id } }';
const createSeveral = 'mutation($inputs: [NewCredentialInput!]!) { createCredentials(inputs: $inputs) { id } }';
type Place = Readonly<Record<string, unknown>>;
const requests: Readonly<Record<string, (caller: Client, place: Place, wirePlace: Place) => Promise<Reply>>> = {
  'one by GraphQL': (caller, place) => caller.graphql(create, { input: { name: randomUUID(), ...secrets, ...place } }),
  one: (caller, _place, wirePlace) =>
    caller.rest.post('/credentials', { name: randomUUID(), credential_type: snmpType, ...wirePlace }),
  'several by GraphQL': (caller, place) =>
    caller.graphql(createSeveral, {
      inputs: [
        { name: randomUUID(), credentialType: snmpType },
        { name: randomUUID(), credentialType: snmpType, ...place },
      ],
    }),
  several: (caller, _place, wirePlace) =>
    caller.rest.post('/credentials/bulk', [
      { name: randomUUID(), credential_type: snmpType },
      { name: randomUUID(), credential_type: snmpType, ...wirePlace },
    ]),
};

/** Ways to create a credential that is assigned from the start. */
export const creatingWays: Readonly<Record<string, CreatingWay>> = Object.fromEntries(
  Object.entries(requests).flatMap(([name, send]): [string, CreatingWay][] => {
    const mutation = name.startsWith('one') ? 'createCredential: input' : 'createCredentials: inputs';
    return [
      [
        `${name}, for a network`,
        {
          ...{ inputs: [`${mutation}.assignedNetworkIds`], level: 'Admin', outOfReach: denied },
          assign: async (caller, networkId) => ({
            reply: await send(caller, { assignedNetworkIds: [networkId] }, { assigned_network_ids: [networkId] }),
          }),
        },
      ],
      [
        `${name}, for a host`,
        {
          ...{ inputs: [`${mutation}.hostAssignments.hostId`], level: 'Admin', outOfReach: missing },
          async assign(caller, networkId) {
            const hostId = await addHost(networkId);
            const places = [{ hostAssignments: [{ hostId }] }, { host_assignments: [{ host_id: hostId }] }] as const;
            return { reply: await send(caller, ...places), hostId };
          },
        },
      ],
    ];
  }),
);
