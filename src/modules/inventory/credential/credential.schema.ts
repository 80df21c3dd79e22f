// Credentials in GraphQL: SNMP access for discovery; type, list, create, update, delete. Their secrets are never readable.
import { integer, notNull, text } from '../../../graphql/plugin/bounds';
import type { InputFieldBuilder } from '@pothos/core';
import { builder, type SchemaTypes } from '../../../graphql/builder';
import { baseFields } from '../../../graphql/common-fields';
import { defineDeletes, sharedRefusal } from '../../../graphql/deletes';
import { enumRef } from '../../../graphql/enums';
import { defineGetter } from '../../../graphql/getter';
import { defineList, defineRootList } from '../../../graphql/lists/list';
import { authenticationProtocols, privacyProtocols } from './snmp-secrets';
import { requireScope, requireVisible } from '../../../data/tenancy/rows';
import { createCredential, updateCredential } from './credential.actions';

const isDefault =
  'Whether all networks of the organization use it, after the credentials of a host and of its network.';
const setsDefault = `${isDefault} An API key that does not reach every network cannot set it.`;

builder.prismaObject('Credential', {
  select: { id: true },
  fields: (t) => ({
    ...baseFields(t),
    organizationId: t.expose('organizationId', { type: 'UUID' }),
    organization: t.relation('organization'),
    name: t.exposeString('name'),
    credentialType: t.expose('credentialType', { type: enumRef('CredentialType') }),
    isDefault: t.exposeBoolean('isDefault', { description: isDefault }),
  }),
});

defineList('Credential', {
  filter: { columns: ['id', 'name', 'credentialType', 'isDefault', 'createdAt', 'updatedAt'] },
  order: ['name', 'credentialType', 'createdAt', 'updatedAt'],
});
defineRootList('credentials', 'Credential', { description: 'Credentials, oldest first by default.' });
defineGetter('credential', 'Credential');

const authenticationProtocolEnum = builder.enumType('SnmpAuthenticationProtocol', {
  description: 'SNMPv3 authentication protocols.',
  values: authenticationProtocols,
});
const privacyProtocolEnum = builder.enumType('SnmpPrivacyProtocol', {
  description: 'SNMPv3 privacy protocols.',
  values: privacyProtocols,
});

type Inputs = InputFieldBuilder<PothosSchemaTypes.ExtendDefaultTypes<SchemaTypes>, 'InputObject'>;
const name = '1 to 100 characters, unique in the organization.';
const secretInputs = (t: Inputs) => ({
  community: t.string({
    ...text(1, 255),
    description: 'Community, required for SNMPv1 and SNMPv2c, 1 to 255 characters. Never returned.',
  }),
  username: t.string({
    ...text(1, 32),
    description: 'SNMPv3 user name (usmUserName, RFC 3414), required for SNMPv3, 1 to 32 characters. Never returned.',
  }),
  authenticationProtocol: t.field({
    type: authenticationProtocolEnum,
    description: 'SNMPv3 authentication protocol, with its key; left out: noAuthNoPriv. Never returned.',
  }),
  authenticationKey: t.string({ ...text(8, 255), description: 'SNMPv3 key, 8 to 255 characters. Never returned.' }),
  privacyProtocol: t.field({
    type: privacyProtocolEnum,
    description: 'SNMPv3 privacy protocol, with its key and authentication; left out: authNoPriv. Never returned.',
  }),
  privacyKey: t.string({ ...text(8, 255), description: 'SNMPv3 key, 8 to 255 characters. Never returned.' }),
  port: t.int({
    ...integer(1, 65_535, 'UDP port that devices are asked at; 161 if left out. Never returned.'),
  }),
  contextName: t.string({
    ...text(1, 255),
    description: 'SNMPv3 context (contextName, RFC 3411); left out: the default context. Never returned.',
  }),
});

const createInput = builder.inputType('CreateCredentialInput', {
  description: 'A new credential with the secrets of its type. Secrets are stored encrypted and never returned.',
  fields: (t) => ({
    name: t.string({ required: true, ...text(1, 100), description: name }),
    organizationId: t.field({ type: 'UUID', description: "Id of the organization; default: the caller's." }),
    credentialType: t.field({ type: enumRef('CredentialType'), required: true }),
    isDefault: t.boolean({ description: `${setsDefault} Default: false.` }),
    ...secretInputs(t),
  }),
});
const updateInput = builder.inputType('UpdateCredentialInput', {
  description:
    'Fields left out keep their value, secrets included; null removes a secret. A new type needs its own secrets.',
  fields: (t) => ({
    name: t.string({ ...notNull(text(1, 100)), description: name }),
    organizationId: t.field({ type: 'UUID', description: 'Id of its organization; cannot be changed.' }),
    credentialType: t.field({ type: enumRef('CredentialType'), ...notNull() }),
    isDefault: t.boolean({ ...notNull(), description: setsDefault }),
    ...secretInputs(t),
    expectedUpdatedAt: t.field({
      type: 'DateTime',
      description: 'Expected `updatedAt` of the stored row; if it differs: `entity_changed`.',
    }),
  }),
});

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
      const id = await createCredential(db, viewer, secretBox, input);
      return requireVisible(db, 'Credential', id, query);
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
