// GraphQL mutations with which daemons report hosts. A report updates the stored host of its machine, or creates a
// host.
import { isOurs, type AppError } from '../../../../errors';
import { builder } from '../../../../graphql/builder';
import { holds } from '../../../../graphql/plugin/bounds';
import { rowField } from '../../../../graphql/row-field';
import { requireScope, requireVisible } from '../../../../data/tenancy/rows';
import { reportHost } from './host-report.actions';
import { maximumReports, reportHostInput, reportHostsInput } from './host-report.input';
import { reportHosts, type Reported } from './host-reports';

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

type PublicError = Pick<AppError, 'code' | 'message' | 'params'>;
const publicOf = ({ code, message, params }: AppError): PublicError => ({ code, message, params });
const errorRef = builder.objectRef<PublicError>('HostReportError').implement({
  fields: (t) => ({
    code: t.exposeString('code', { description: 'Error code.' }),
    message: t.exposeString('message', { description: 'Text for people.' }),
    params: t.field({
      type: 'JSON',
      description: 'Values that the message names, by the names that the code documents.',
      resolve: ({ params }) => params,
    }),
  }),
});
const reportedRef = builder.objectRef<Reported>('HostReportResult').implement({
  fields: (t) => ({
    host: rowField<Reported>(t, 'Host', (one) => ('hostId' in one ? one.hostId : null), 'The host; null if refused.'),
    error: t.field({
      type: errorRef,
      nullable: true,
      description: 'Why the report was refused; null if it is stored.',
      // The field must not return the error object, because GraphQL would treat it as an error of the field. So only
      // its public members are returned.
      resolve: (one) => ('error' in one ? publicOf(one.error) : null),
    }),
  }),
});
const resultRef = builder.objectRef<{ readonly results: readonly Reported[] }>('ReportHostsResult').implement({
  fields: (t) => ({
    results: t.field({
      type: [reportedRef],
      ...holds(maximumReports, maximumReports),
      description: 'One entry for each report, in their order.',
      resolve: ({ results }) => results,
    }),
  }),
});

builder.mutationField('reportHosts', (t) =>
  t.field({
    type: resultRef,
    description:
      'Stores scan results for several hosts, each as `reportHost` does. A report that is refused keeps no other from being stored. For daemons.',
    authScopes: { action: 'reportHosts' },
    args: { input: t.arg({ type: reportHostsInput, required: true }) },
    resolve: async (_root, { input: { reports, skipInvalidParts } }, { db, viewer, logger }) => {
      const reportInputs = reports.map(
        (one) => one && { ...one, ...(skipInvalidParts != null && { skipInvalidParts }) },
      );
      const results = await reportHosts(db, viewer, reportInputs);
      for (const one of results)
        if ('error' in one && isOurs(one.error)) logger.error({ err: one.cause }, 'report failed');
      return { results };
    },
  }),
);
