// GraphQL type, queries and mutations of enrolment codes.
import { getRefFromModel } from '@pothos/plugin-prisma';
import { requireScope, requireVisible } from '../../../data/tenancy/rows';
import { builder } from '../../../graphql/builder';
import { defineDeletes } from '../../../graphql/deletes';
import { pointsPerToken } from '../../../graphql/documents/cost';
import { buildCreateInput } from '../../../graphql/entity/inputs';
import { listedEntity } from '../../../graphql/entity/listed-entity';
import { id, optional, text, time } from '../../../graphql/entity/sheet-fields';
import { holds } from '../../../graphql/plugin/bounds';
import { mostAddresses, type AgentInstallation } from '../../../platform/http/service-addresses';
import { userRelation } from '../../access';
import { createCode, exchangeCode, validMinutes, type MadeCode } from './enrolment-code.actions';

listedEntity('EnrolmentCode', {
  mixins: [],
  fields: { createdBy: id(), name: text(1, 100), expiresAt: time(), usedAt: optional(time()) },
  list: { name: 'enrolmentCodes', description: 'Enrolment codes of agents, oldest first by default.' },
  getter: { name: 'enrolmentCode' },
  filter: { network: true },
  order: ['expiresAt', 'usedAt', 'networkId'],
});

builder.prismaObjectFields('EnrolmentCode', (t) => ({
  createdByUser: userRelation(t, 'createdByUser', 'The user who created it.'),
}));

const createInput = buildCreateInput('EnrolmentCode', {
  name: text(1, 100),
  networkId: id('Id of the network that a daemon with the key can access.'),
});

const createdCodeRef = builder.objectRef<MadeCode>('CreateEnrolmentCodeResult').implement({
  description: 'A new enrolment code and its text.',
  fields: (t) => ({
    code: t.exposeString('code', {
      description: 'The text of the code. Returned only once.',
      extensions: { isSecret: true },
    }),
    enrolmentCode: t.prismaField({
      type: getRefFromModel('EnrolmentCode', builder),
      description: 'The code without its text.',
      resolve: (query: object, createdCode: { id: string }, _args, { db }) =>
        requireVisible(db, 'EnrolmentCode', createdCode.id, query),
    }),
  }),
});

const installationRef = builder.objectRef<AgentInstallation>('AgentInstallation').implement({
  description: 'The file of the agent, and the addresses at which an agent reaches the service.',
  fields: (t) => ({
    own: t.exposeString('own', { description: "URL of the service for programs on the caller's machine." }),
    others: t.exposeStringList('others', {
      description:
        'URLs of the service for other machines, the likeliest first; empty if only its own machine reaches it.',
      ...holds(mostAddresses),
    }),
    path: t.exposeString('path', { description: 'Path of the file below each URL. It needs no credential.' }),
    sha256: t.exposeString('sha256', { description: 'SHA-256 of the file, in hexadecimal digits.' }),
  }),
});

builder.queryField('agentInstallation', (t) =>
  t.field({
    type: installationRef,
    description: 'Returns the address of the file of the agent, and those of the service for the agent.',
    authScopes: { action: 'createEnrolmentCode' },
    resolve: (_root, _args, context) => context.agentInstallation(),
  }),
);

builder.mutationField('createEnrolmentCode', (t) =>
  t.field({
    type: createdCodeRef,
    description: `Creates a code that one agent exchanges for a daemon API key of the network, within ${validMinutes} minutes.`,
    authScopes: { action: 'createEnrolmentCode' },
    args: { input: t.arg({ type: createInput, required: true }) },
    resolve: (_root, { input }, { db, viewer }) => {
      requireScope(viewer, input);
      return createCode(db, viewer, input);
    },
  }),
);

builder.mutationField('exchangeEnrolmentCode', (t) =>
  t.string({
    description:
      'Exchanges an enrolment code for a new daemon API key and returns the key; needs no credential. Refusals: `enrolment_code_invalid`, `enrolment_code_used`, and `entity_expired` after 15 minutes.',
    // An exchange costs a whole token of the rate limit, so that one document cannot try many codes for one token.
    complexity: { field: pointsPerToken },
    args: { code: t.arg.string({ required: true, description: 'Text of the code.' }) },
    resolve: async (_root, { code }, { enrolments }) => exchangeCode(await enrolments.find(code)),
  }),
);

defineDeletes('EnrolmentCode', { effect: 'No agent can exchange it any more.' });
