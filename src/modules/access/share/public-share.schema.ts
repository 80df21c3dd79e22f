// GraphQL fields for visitors of a share, who have no account: the share, the check of its password, and its topology.
import { AppError } from '../../../errors';
import type { Share } from '../../../generated/prisma/client';
import { builder } from '../../../graphql/builder';
import { idText } from '../../../graphql/descriptions/common-texts';
import { enumRef } from '../../../graphql/enums';
import { paidBy } from '../../../graphql/heavy-work/heavy-operations';
import { pointsPerToken } from '../../../graphql/documents/cost';
import { shareVisitRef } from './share-visit';
import { isAllowedDomain, refererHost } from './share-fields';
import { optionsRef } from './share.schema';

const refusals = 'Missing: `entity_not_found`; disabled: `entity_disabled`; expired: `entity_expired`.';

const publicShareRef = builder.objectRef<Share>('PublicShare').implement({
  description: 'A share as visitors see it.',
  fields: (t) => ({
    shareId: t.expose('id', { type: 'UUID', description: idText }),
    name: t.exposeString('name'),
    requiresPassword: t.boolean({ resolve: ({ passwordHash }) => passwordHash !== null }),
    options: t.field({ type: optionsRef, resolve: (share) => share }),
    enabledViews: t.field({
      type: [enumRef('TopologyView')],
      nullable: true,
      description: 'Views that visitors can open, the first by default; null = all views with data.',
      resolve: ({ enabledViews }) => (enabledViews.length > 0 ? enabledViews : null),
    }),
  }),
});

shareVisitRef.implement({
  description: 'The content of a share.',
  fields: (t) => ({ share: t.field({ type: publicShareRef, resolve: ({ share }) => share }) }),
});

builder.queryField('publicShare', (t) =>
  t.field({
    type: publicShareRef,
    nullable: true,
    description: `Returns a share. Needs no credential. ${refusals}`,
    args: { id: t.arg({ type: 'UUID', required: true }) },
    resolve: (_root, { id }, { publicShares }) => publicShares.find(id),
  }),
);

builder.queryField('publicShareTopology', (t) =>
  t.field({
    type: shareVisitRef,
    nullable: true,
    description:
      `Returns the topology of a share. Needs no credential; if a password is set, the token of \`verifySharePassword\`: ` +
      `\`share_password_required\`, \`share_token_invalid\`. ${refusals}`,
    args: {
      id: t.arg({ type: 'UUID', required: true }),
      token: t.arg.string({ description: 'Token from `verifySharePassword`.' }),
      embed: t.arg.boolean({
        description: 'Whether the page is embedded in another site; its `Referer` must then be of an allowed domain.',
        defaultValue: false,
      }),
    },
    extensions: paidBy(async ({ id }, { publicShares }) => (await publicShares.look(String(id)))?.share.organizationId),
    resolve: async (_root, { id, token, embed }, { publicShares, referer }) => {
      const share = await publicShares.find(id);
      if (embed && !isAllowedDomain(share.allowedDomains, refererHost(referer)))
        throw new AppError('entity_access_denied', { entity: 'Share', id });
      return { share, ...publicShares.visit(share, token) };
    },
  }),
);

builder.mutationField('verifySharePassword', (t) =>
  t.string({
    description:
      'Returns a token that opens the topology for one hour or until the password changes. Needs no credential. Wrong: ' +
      `\`share_password_incorrect\`; after five attempts \`auth_login_locked\` for 15 minutes. ${refusals}`,
    // The check of a password costs a whole token of the rate limit, because the check takes as much time as reading
    // many rows. So a document cannot check many passwords for one token.
    complexity: { field: pointsPerToken },
    args: {
      id: t.arg({ type: 'UUID', required: true }),
      password: t.arg.string({ required: true, description: 'Password that the visitor entered.' }),
    },
    resolve: async (_root, { id, password }, { publicShares }) =>
      publicShares.unlock(await publicShares.find(id), password),
  }),
);
