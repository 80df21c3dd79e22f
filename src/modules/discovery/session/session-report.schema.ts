// What a daemon reports of a run in GraphQL.
import { daemonOf } from '../../../data/tenancy/viewer';
import { applySessionReport, assertReportable, reportBounds } from '../runs/reports';
import { builder } from '../../../graphql/builder';
import { formed, integer, list, text } from '../../../graphql/plugin/bounds';
import { enumRef } from '../../../graphql/enums';
import type { Scanned } from '../../../data/tenancy/scanned-rows';

const kinds: (keyof Scanned)[] = [
  'hostIds',
  'subnetIds',
  'ipAddressIds',
  'interfaceIds',
  'portIds',
  'bindingIds',
  'serviceIds',
  'vlanIds',
];
const scannedInput = builder.inputType('ScannedIdsInput', {
  description: "Rows that a run touched; ids that the daemon's network does not have are skipped.",
  fields: (t) =>
    Object.fromEntries(kinds.map((kind) => [kind, t.field({ type: ['UUID'] })])) as Record<keyof Scanned, never>,
});

const reportInput = builder.inputType('DiscoverySessionReportInput', {
  description: 'The state of a run. What is left out keeps its value.',
  fields: (t) => ({
    phase: t.field({
      type: enumRef('DiscoveryPhase'),
      required: true,
      ...formed(assertReportable),
      description:
        'Started, Scanning, then one of Complete, Failed, Cancelled. An earlier phase than the one reported before is ignored.',
    }),
    discoveryId: t.field({
      type: 'UUID',
      description: 'Required where the server does not know the session (any more).',
    }),
    daemonId: t.field({ type: 'UUID', description: "The daemon's own id." }),
    networkId: t.field({ type: 'UUID', description: "The daemon's network." }),
    progress: t.int({
      ...integer(0, 100),
      description: 'Percent; before the end at most 99 is shown.',
    }),
    reason: t.string(text(0, reportBounds.text)),
    error: t.string(text(0, reportBounds.text)),
    warnings: t.stringList({
      ...list(reportBounds.warnings, text(0, reportBounds.text)),
      description: `All of the run so far, at most ${reportBounds.warnings} of at most ${reportBounds.text} characters.`,
    }),
    hostsDiscovered: t.int(integer(0)),
    estimatedRemainingSecs: t.int(integer(0, undefined, 'In seconds.')),
    startedAt: t.field({ type: 'DateTime', description: 'When the first report came in, if left out.' }),
    finishedAt: t.field({ type: 'DateTime', description: 'When the last report came in, if left out.' }),
    daemonVersion: t.string(text(0, 100)),
    scanned: t.field({ type: scannedInput, description: 'Taken from the last report that has it.' }),
  }),
});

builder.mutationField('reportDiscoverySession', (t) =>
  t.field({
    type: 'UUID',
    description:
      "Tells the state of a run and answers its id. For daemons; another's run: `daemon_identity_mismatch`. After the end everything is ignored; a run that the server does not know, but is at work, is made again.",
    authScopes: { action: 'reportDiscoverySession' },
    args: {
      id: t.arg({ type: 'UUID', required: true, description: 'The session id.' }),
      input: t.arg({ type: reportInput, required: true }),
    },
    resolve: async (_root, { id, input }, { db, viewer }) => {
      await applySessionReport(db, daemonOf(viewer), { ...input, sessionId: id });
      return id;
    },
  }),
);
