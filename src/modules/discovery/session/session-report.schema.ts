// The GraphQL mutation with which a daemon reports on a discovery run.
import { daemonOf } from '../../../data/tenancy/viewer';
import { applySessionReport, assertReportable, reportBounds } from '../runs/reports';
import { builder } from '../../../graphql/builder';
import { withForm, integer, list, text } from '../../../graphql/plugin/bounds';
import { enumRef } from '../../../graphql/enums';
import { assertCidr } from '../../../platform/text/validation';
import type { Scanned } from '../runs/scanned-rows.sql';

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
  description: 'Rows that a run observed; ids that the network does not have are skipped.',
  fields: (t) =>
    Object.fromEntries(kinds.map((kind) => [kind, t.field({ type: ['UUID'] })])) as Record<keyof Scanned, never>,
});

const sweptForm = {
  extensions: {
    ...list(reportBounds.swept).extensions,
    form: (field: string, cidrs: readonly string[]) => {
      for (const cidr of cidrs) assertCidr(field, cidr);
    },
  },
};

const reportInput = builder.inputType('DiscoverySessionReportInput', {
  description: 'State of a run. Fields left out keep their value.',
  fields: (t) => ({
    phase: t.field({
      type: enumRef('DiscoveryPhase'),
      required: true,
      ...withForm(assertReportable),
      description:
        'Started, Scanning, then Complete, Failed or Cancelled. An earlier phase than the stored one is ignored.',
    }),
    discoveryId: t.field({
      type: 'UUID',
      description:
        "Id of the discovery, for a session that the server does not know; one of the daemon's discoveries if left out or unknown.",
    }),
    daemonId: t.field({ type: 'UUID', description: 'Id of the reporting daemon.' }),
    networkId: t.field({ type: 'UUID', description: "Id of the daemon's network." }),
    progress: t.int({
      ...integer(0, 100),
      description: 'Progress in percent; at most 99 is shown until the run has ended.',
    }),
    reason: t.string(text(0, reportBounds.text)),
    error: t.string(text(0, reportBounds.text)),
    warnings: t.stringList({
      ...list(reportBounds.warnings, text(0, reportBounds.text)),
      description: `All warnings of the run so far, at most ${reportBounds.warnings} of at most ${reportBounds.text} characters.`,
    }),
    hostsDiscovered: t.int(integer(0)),
    estimatedRemainingSecs: t.int(integer(0, undefined, 'Estimated remaining time in seconds.')),
    startedAt: t.field({
      type: 'DateTime',
      description: 'Time when the run started; time of the first report if left out.',
    }),
    finishedAt: t.field({
      type: 'DateTime',
      description: 'Time when the run ended; time of the last report if left out.',
    }),
    daemonVersion: t.string(text(0, 100)),
    stage: t.field({
      type: enumRef('DiscoveryStage'),
      description: 'Stage that the report is about, for a daemon that runs a job in stages.',
    }),
    credentialResults: t.field({
      type: ['JSON'],
      description:
        'Credentials tried on addresses: `{credential_id, ip, outcome}`, outcome `opened` or `refused`. The last report that has it counts; entries of another form are ignored.',
    }),
    swept: t.stringList({
      ...sweptForm,
      description: `Networks (CIDR) in which the run scanned every address directly: a host not found there is missing. At most ${reportBounds.swept}; used from the report of a complete run.`,
    }),
    scanned: t.field({ type: scannedInput, description: 'Observed rows; the last report that has it counts.' }),
  }),
});

builder.mutationField('reportDiscoverySession', (t) =>
  t.field({
    type: 'UUID',
    description:
      'Records the state of a run and returns its id. Reports after its end are ignored; a run that the server does not know is created. For daemons; run of another daemon: `daemon_identity_mismatch`.',
    authScopes: { action: 'reportDiscoverySession' },
    args: {
      id: t.arg({ type: 'UUID', required: true, description: 'Id of the discovery session.' }),
      input: t.arg({ type: reportInput, required: true }),
    },
    resolve: async (_root, { id, input }, { db, viewer }) => {
      await applySessionReport(db, daemonOf(viewer), { ...input, sessionId: id });
      return id;
    },
  }),
);
