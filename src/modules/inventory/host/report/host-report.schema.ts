// Hosts as daemons report them: a known host is matched and completed, an unknown one is made.
import { builder } from '../../../../graphql/builder';
import { requireScope, requireVisible } from '../../../../data/tenancy/rows';
import { reportHost } from './host-report.actions';
import { reportHostInput } from './host-report.input';

builder.mutationField('reportHost', (t) =>
  t.prismaField({
    type: 'Host',
    description:
      'Stores scan results for one host. A host known by address, chassis ID or MAC address is updated, any other is created. For daemons.',
    authScopes: { action: 'reportHost' },
    args: { input: t.arg({ type: reportHostInput, required: true }) },
    resolve: async (query, _root, { input }, { db, viewer }) => {
      requireScope(viewer, input.host);
      return requireVisible(db, 'Host', await reportHost(db, viewer, input), query);
    },
  }),
);
