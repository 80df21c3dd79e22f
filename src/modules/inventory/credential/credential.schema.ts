// GraphQL type, queries and mutations of credentials: access to devices for discovery. No field returns their secrets.
import { builder } from '../../../graphql/builder';
import { joinIds } from '../../../graphql/common-fields';
import { registerJsonSchemas } from '../../../graphql/descriptions/json-schemas';
import { defineDeletes, sharedRefusal } from '../../../graphql/deletes';
import { buildCreateInput, buildUpdateInput } from '../../../graphql/entity/inputs';
import { listedEntity } from '../../../graphql/entity/listed-entity';
import { lastingOrganizationId } from '../../../graphql/entity/mixins';
import { holds, list, text as boundedText, withForm } from '../../../graphql/plugin/bounds';
import {
  choice,
  inputFields,
  withDefault,
  withDescription,
  flag,
  integer,
  of,
  onUpdate,
  optional,
  text,
} from '../../../graphql/entity/sheet-fields';
import { authenticationProtocols, privacyProtocols } from './snmp-secrets';
import { requireScope, requireVisible } from '../../../data/tenancy/rows';
import { formSchema, formSchemas, parseForm, shownForm, shownFormSchema } from './credential-form';
import { assertWholeHosts } from './credential-links';
import { createCredentials, updateCredential } from './credential.actions';

const setsDefault =
  'Whether all networks of the organization use it, after the credentials of a host and of its network. An API key that does not reach every network cannot set it.';

const columns = {
  name: text(1, 100, ', unique in the organization'),
  description: optional(text(0, 500)),
  credentialType: choice('CredentialType'),
  isDefault: onUpdate(withDefault(flag(`${setsDefault} Default: false.`)), setsDefault),
};

listedEntity('Credential', {
  mixins: [],
  fields: columns,
  list: { name: 'credentials', description: 'Credentials, oldest first by default.' },
  getter: { name: 'credential' },
  filter: {},
  order: ['name', 'credentialType'],
});

registerJsonSchemas(formSchemas);

builder.prismaObjectFields('Credential', (t) => ({
  typeWithSettings: t.field({
    type: 'JSON',
    description:
      'The type as a text for an SNMP version; for other types an object with `type` and the settings, in which `********` stands for each secret.',
    select: { credentialType: true, settings: true },
    extensions: { jsonSchema: shownFormSchema },
    resolve: ({ credentialType, settings }) => shownForm(credentialType, settings),
  }),
  assignedNetworkIds: joinIds(t, 'networkAssignments', 'networkId', {
    description: 'Ids of the networks of which it is a default credential.',
    orderBy: [{ networkId: 'asc' }],
  }),
  hostAssignments: t.relation('hostAssignments', {
    description: 'Hosts that it is assigned to.',
    query: { orderBy: [{ hostId: 'asc' }] },
  }),
  tagIds: t.field({
    type: ['UUID'],
    ...holds(0, 0),
    description: 'Always empty, because credentials have no tags.',
    resolve: () => [],
  }),
}));

const hostAssignment = builder.inputType('CredentialHostAssignmentInput', {
  description: 'A host that a credential is assigned to.',
  fields: (t) => ({
    hostId: t.field({ type: 'UUID', required: true, description: 'Id of the host.' }),
    ipAddressIds: t.field({
      type: 'JSON',
      ...withForm(assertWholeHosts),
      description: 'Null or an empty list, because a credential applies to all addresses of a host.',
    }),
  }),
});
const mostAssignments = 1_000;

const authenticationProtocolEnum = builder.enumType('SnmpAuthenticationProtocol', {
  description: 'SNMPv3 authentication protocols.',
  values: authenticationProtocols,
});
const privacyProtocolEnum = builder.enumType('SnmpPrivacyProtocol', {
  description: 'SNMPv3 privacy protocols.',
  values: privacyProtocols,
});

const secret = (field: ReturnType<typeof text>, description: string) =>
  optional(withDescription(field, `${description} Never returned.`));
/**
 * Options of an input field with the type and settings of a credential: its JSON Schema for OpenAPI, and the function
 * that checks its value.
 */
const form = {
  extensions: { jsonSchema: formSchema, form: (field: string, value: unknown) => void parseForm(field, value) },
};
const inputs = {
  ...columns,
  credentialType: optional(
    choice(
      'CredentialType',
      'Type; left out if `typeWithSettings` has it. The type decides which secrets are required.',
    ),
  ),
  typeWithSettings: optional(
    of('JSON', {
      ...form,
      description:
        'The type and its settings: a text for an SNMP version, otherwise an object with `type` and the settings of the type. A secret is a text, `{mode: Inline, value}` or `{mode: FilePath, path}`.',
    }),
  ),
  assignedNetworkIds: optional(
    of(['UUID'], {
      ...list(mostAssignments),
      description: `Ids of the networks of which it is a default credential, the complete list, at most ${mostAssignments}. Left out: none on create, unchanged on update.`,
    }),
  ),
  hostAssignments: optional(
    of([hostAssignment], {
      ...list(mostAssignments),
      description: `Hosts that it is assigned to, the complete list, at most ${mostAssignments}. Left out: none on create, unchanged on update.`,
    }),
  ),
  organizationId: lastingOrganizationId,
  community: secret(text(1, 255), 'Community, required for SNMPv1 and SNMPv2c, 1 to 255 characters.'),
  username: secret(text(1, 32), 'SNMPv3 user name (usmUserName, RFC 3414), required for SNMPv3, 1 to 32 characters.'),
  authenticationProtocol: optional(
    of(authenticationProtocolEnum, {
      description: 'SNMPv3 authentication protocol, with its key; left out: noAuthNoPriv. Never returned.',
    }),
  ),
  authenticationKey: secret(text(8, 255), 'SNMPv3 key, 8 to 255 characters.'),
  privacyProtocol: optional(
    of(privacyProtocolEnum, {
      description: 'SNMPv3 privacy protocol, with its key and authentication; left out: authNoPriv. Never returned.',
    }),
  ),
  privacyKey: secret(text(8, 255), 'SNMPv3 key, 8 to 255 characters.'),
  port: optional(integer(1, 65_535, 'UDP port to which SNMP requests are sent; 161 if left out. Never returned.')),
  contextName: secret(text(1, 255), 'SNMPv3 context (contextName, RFC 3411); left out: the default context.'),
};
const createInput = buildCreateInput(
  'Credential',
  inputs,
  'A new credential with the secrets of its type. Secrets are stored encrypted and never returned.',
);
const updateInput = buildUpdateInput(
  'Credential',
  inputs,
  'Fields left out keep their value, secrets included; null removes a secret. A new type needs its own secrets.',
);

const withoutKey = 'Without the setting SECRETS_KEY, writing secrets is refused: `secrets_key_missing`.';

builder.mutationField('createCredential', (t) =>
  t.prismaField({
    type: 'Credential',
    description: `Creates a credential. ${withoutKey}`,
    authScopes: (_root, { input }) => ({
      everyNetwork: { action: 'createCredential', isMeant: input.isDefault === true },
    }),
    args: { input: t.arg({ type: createInput, required: true }) },
    resolve: async (query, _root, { input }, { db, viewer, secretBox }) => {
      requireScope(viewer, input);
      const [id] = await createCredentials(db, viewer, secretBox, [input]);
      return requireVisible(db, 'Credential', id!, query);
    },
  }),
);

const mostCreated = 100;

const newCredentialInput = builder.inputType('NewCredentialInput', {
  description: 'One of several new credentials.',
  fields: (t) => ({
    name: t.string({ required: true, ...boundedText(1, 100, ', unique in the organization') }),
    ...inputFields(t, {
      description: columns.description,
      isDefault: columns.isDefault,
      organizationId: lastingOrganizationId,
      assignedNetworkIds: inputs.assignedNetworkIds,
      hostAssignments: inputs.hostAssignments,
    }),
    credentialType: t.field({
      type: 'JSON',
      required: true,
      ...form,
      description: inputs.typeWithSettings.description!,
    }),
  }),
});

builder.mutationField('createCredentials', (t) =>
  t.prismaField({
    type: ['Credential'],
    ...holds(mostCreated),
    description: `Creates credentials, all or none, and returns them in the order of the request. ${withoutKey}`,
    authScopes: (_root, { inputs: newCredentials }) => ({
      everyNetwork: {
        action: 'createCredentials',
        isMeant: newCredentials.some(({ isDefault }) => isDefault === true),
      },
    }),
    args: {
      inputs: t.arg({
        type: [newCredentialInput],
        required: true,
        ...list(mostCreated),
        description: `The credentials, at most ${mostCreated}.`,
      }),
    },
    resolve: async (query, _root, { inputs: newCredentials }, { db, viewer, secretBox }) => {
      for (const input of newCredentials) requireScope(viewer, input);
      const news = newCredentials.map(({ credentialType, ...input }) => ({
        ...input,
        typeWithSettings: credentialType,
      }));
      const ids = await createCredentials(db, viewer, secretBox, news);
      const rows = await db.credential.findMany({ ...query, where: { id: { in: ids } } });
      const byId = new Map(rows.map((row) => [row.id, row]));
      return ids.flatMap((id) => byId.get(id) ?? []);
    },
  }),
);

builder.mutationField('updateCredential', (t) =>
  t.prismaField({
    type: 'Credential',
    description: `Updates a credential. ${withoutKey} ${sharedRefusal}`,
    authScopes: (_root, { input }) => ({
      everyNetwork: { action: 'updateCredential', isMeant: input.isDefault === true },
    }),
    args: { id: t.arg({ type: 'UUID', required: true }), input: t.arg({ type: updateInput, required: true }) },
    resolve: async (query, _root, { id, input }, { db, viewer, secretBox }) => {
      await requireVisible(db, 'Credential', id, { select: { id: true } });
      requireScope(viewer, input);
      await updateCredential(db, viewer, secretBox, id, input, input.expectedUpdatedAt);
      return requireVisible(db, 'Credential', id, query);
    },
  }),
);

defineDeletes('Credential', { effect: 'It is removed from networks and hosts.' });
