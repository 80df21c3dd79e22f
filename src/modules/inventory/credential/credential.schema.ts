// GraphQL type, queries and mutations of credentials: SNMP access for discovery. No field returns their secrets.
import { builder } from '../../../graphql/builder';
import { defineDeletes, sharedRefusal } from '../../../graphql/deletes';
import { buildCreateInput, buildUpdateInput } from '../../../graphql/entity/inputs';
import { listedEntity } from '../../../graphql/entity/listed-entity';
import { lastingOrganizationId } from '../../../graphql/entity/mixins';
import {
  choice,
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
import { createCredential, updateCredential } from './credential.actions';

const setsDefault =
  'Whether all networks of the organization use it, after the credentials of a host and of its network. An API key that does not reach every network cannot set it.';

const columns = {
  name: text(1, 100, ', unique in the organization'),
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

const authenticationProtocolEnum = builder.enumType('SnmpAuthenticationProtocol', {
  description: 'SNMPv3 authentication protocols.',
  values: authenticationProtocols,
});
const privacyProtocolEnum = builder.enumType('SnmpPrivacyProtocol', {
  description: 'SNMPv3 privacy protocols.',
  values: privacyProtocols,
});

const secret = (field: ReturnType<typeof text>, what: string) =>
  optional(withDescription(field, `${what} Never returned.`));
const inputs = {
  ...columns,
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
