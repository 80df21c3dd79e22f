// Credentials in GraphQL: SNMP access for discovery; type, list, getter. Their secrets are never readable.
import { builder } from '../../graphql/builder';
import { baseFields } from '../../graphql/common-fields';
import { enumRef } from '../../graphql/enums';
import { defineGetter } from '../../graphql/getter';
import { defineList, defineRootList } from '../../graphql/list';

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
