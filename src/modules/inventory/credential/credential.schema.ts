// Credentials in GraphQL: SNMP access for discovery; type, list, create, update, delete. Their secrets are never readable.
import { notNull, text } from '../../../graphql/plugin/bounds';
import type { InputFieldBuilder } from '@pothos/core';
import { builder, type SchemaTypes } from '../../../graphql/builder';
import { baseFields } from '../../../graphql/common-fields';
import { defineDeletes } from '../../../graphql/deletes';
import { enumRef } from '../../../graphql/enums';
import { defineGetter } from '../../../graphql/getter';
import { defineList, defineRootList } from '../../../graphql/lists/list';
import { authenticationProtocols, privacyProtocols } from './snmp-secrets';
import { requireScope, requireVisible } from '../../../data/tenancy/rows';
import { createCredential, updateCredential } from './credential.actions';

builder.prismaObject('Credential', {
  select: { id: true },
  fields: (t) => ({
    ...baseFields(t),
    organizationId: t.expose('organizationId', { type: 'UUID' }),
    organization: t.relation('organization'),
    name: t.exposeString('name'),
    credentialType: t.expose('credentialType', { type: enumRef('CredentialType') }),
  }),
});

defineList('Credential', {
  filter: { columns: ['id', 'name', 'credentialType', 'createdAt', 'updatedAt'] },
  order: ['name', 'credentialType', 'createdAt', 'updatedAt'],
});
defineRootList('credentials', 'Credential', { description: 'Credentials, oldest first unless ordered otherwise.' });
defineGetter('credential', 'Credential');

const authenticationProtocolEnum = builder.enumType('SnmpAuthenticationProtocol', {
  description: 'How SNMPv3 messages are authenticated: MD5 and SHA (RFC 3414), the SHA-2 family (RFC 7860).',
  values: authenticationProtocols,
});
const privacyProtocolEnum = builder.enumType('SnmpPrivacyProtocol', {
  description: 'How SNMPv3 messages are encrypted: DES (RFC 3414), AES128 (RFC 3826), AES256.',
  values: privacyProtocols,
});

type Inputs = InputFieldBuilder<PothosSchemaTypes.ExtendDefaultTypes<SchemaTypes>, 'InputObject'>;
const name = '1 to 100 characters, unique in the organization.';
const secretInputs = (t: Inputs) => ({
  community: t.string({
    ...text(1, 255),
    description: 'SNMPv1 and v2c, needed there: 1 to 255 characters. Never sent back.',
  }),
  username: t.string({ ...text(1, 32), description: 'SNMPv3, needed there: 1 to 32 characters. Never sent back.' }),
  authenticationProtocol: t.field({
    type: authenticationProtocolEnum,
    description: 'SNMPv3, with its key; left out: noAuthNoPriv. Never sent back.',
  }),
  authenticationKey: t.string({ ...text(8, 255), description: 'SNMPv3: 8 to 255 characters. Never sent back.' }),
  privacyProtocol: t.field({
    type: privacyProtocolEnum,
    description: 'SNMPv3, with its key and authentication; left out: authNoPriv. Never sent back.',
  }),
  privacyKey: t.string({ ...text(8, 255), description: 'SNMPv3: 8 to 255 characters. Never sent back.' }),
});

const createInput = builder.inputType('CreateCredentialInput', {
  description: 'The secrets are those of the type; others are refused. They are stored encrypted and never sent back.',
  fields: (t) => ({
    name: t.string({ required: true, ...text(1, 100), description: name }),
    organizationId: t.field({ type: 'UUID', description: "The caller's own if left out." }),
    credentialType: t.field({ type: enumRef('CredentialType'), required: true }),
    ...secretInputs(t),
  }),
});
const updateInput = builder.inputType('UpdateCredentialInput', {
  description: 'Fields left out keep their value, secrets too; null clears a secret. Another type needs its secrets.',
  fields: (t) => ({
    name: t.string({ ...notNull(text(1, 100)), description: name }),
    organizationId: t.field({ type: 'UUID', description: 'Never changes; another one is refused.' }),
    credentialType: t.field({ type: enumRef('CredentialType'), ...notNull() }),
    ...secretInputs(t),
    expectedUpdatedAt: t.field({
      type: 'DateTime',
      description: 'Refuse with `entity_changed` if the row changed since.',
    }),
  }),
});

const withoutKey = 'On a service without SECRETS_KEY, writing secrets is refused: `secrets_key_missing`.';

builder.mutationField('createCredential', (t) =>
  t.prismaField({
    type: 'Credential',
    description: `Creates a credential. ${withoutKey}`,
    authScopes: { action: 'createCredential' },
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
    description: `Changes a credential. ${withoutKey}`,
    authScopes: { action: 'updateCredential' },
    args: { id: t.arg({ type: 'UUID', required: true }), input: t.arg({ type: updateInput, required: true }) },
    resolve: async (query, _root, { id, input }, { db, viewer, secretBox }) => {
      await requireVisible(db, 'Credential', id, { select: { id: true } });
      requireScope(viewer, input);
      await updateCredential(db, secretBox, id, input, input.expectedUpdatedAt);
      return requireVisible(db, 'Credential', id, query);
    },
  }),
);

defineDeletes('Credential', { effect: 'which networks and hosts lose' });
