// Hosts as daemons report them: the same host is found again, what is new of it is added.
import { builder } from '../../../../graphql/builder';
import { requireScope, requireVisible } from '../../../../data/tenancy/rows';
import { reportHost } from './host-report.actions';
import { reportHostInput } from './host-report.input';

builder.mutationField('reportHost', (t) =>
  t.prismaField({
    type: 'Host',
    description:
      'Takes what a scan has found of one host: a host that the network has already, by address, chassis id or MAC address, is completed, any other is made. For daemons.',
    authScopes: { action: 'reportHost' },
    args: { input: t.arg({ type: reportHostInput, required: true }) },
    resolve: async (query, _root, { input }, { db, viewer }) => {
      requireScope(viewer, input.host);
      return requireVisible(db, 'Host', await reportHost(db, viewer, input), query);
    },
  }),
);
