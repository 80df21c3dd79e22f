// GraphQL type, queries and mutations of discoveries: scheduled and manual jobs, and records of finished runs.
import type { Discovery } from '../../../generated/prisma/client';
import type { DiscoveryPhase } from '../../../generated/prisma/enums';
import { builder } from '../../../graphql/builder';
import { discoveryTypeField } from '../discovery-type';
import { entity } from '../../../graphql/entity/entity';
import { tagIds } from '../../../graphql/entity/mixins';
import { withDefault, flag, id, of, onUpdate, readOnly, text } from '../../../graphql/entity/sheet-fields';
import { enumRef } from '../../../graphql/enums';
import { containsText, longestSearch } from '../../../graphql/lists/search-filter';
import { holds, integer, text as textBounds, withForm } from '../../../graphql/plugin/bounds';
import { timeZoneName } from '../../../platform/text/time-zone';
import { createDiscovery, updateDiscovery } from './discovery.actions';
import { groupRunWarnings, warningsOfResults } from '../runs/run-warnings';
import { warningGroups } from '../runs/run-warnings.schema';
import { bounds, nextRuns, previewRuns, upcomingRuns } from './discovery.fields';
import { runInput, typeInput } from './discovery.input';

type Run = Pick<Discovery, 'runType' | 'cronSchedule' | 'scheduleEnabled' | 'timezone' | 'lastRun' | 'results'>;
const runTypeRef = builder.objectRef<Run>('RunTypeDetails').implement({
  description: 'When a discovery runs; for a finished run its result.',
  fields: (t) => ({
    type: t.field({ type: enumRef('RunType'), resolve: ({ runType }) => runType }),
    cronSchedule: t.exposeString('cronSchedule', {
      nullable: true,
      description: 'Cron expression with six fields, seconds first; Scheduled only.',
    }),
    enabled: t.boolean({
      nullable: true,
      description: 'Whether the schedule is active; Scheduled only.',
      resolve: ({ scheduleEnabled }) => scheduleEnabled,
    }),
    timezone: t.exposeString('timezone', {
      nullable: true,
      description: 'IANA time zone; null = UTC; Scheduled only.',
    }),
    lastRun: t.expose('lastRun', {
      type: 'DateTime',
      nullable: true,
      description: 'Time of the last run; not on Historical rows.',
    }),
    nextRuns: t.field({
      type: ['DateTime'],
      ...holds(nextRuns.most),
      complexity: nextRuns.cost,
      description:
        'Next times at which the schedule starts a run, the earliest first; empty without an active schedule. A run that is active at such a time is not started again.',
      args: {
        count: t.arg.int({ defaultValue: nextRuns.usual, ...integer(1, nextRuns.most, 'Maximum number of times.') }),
      },
      resolve: (run, { count }) => upcomingRuns(run, count ?? nextRuns.usual),
    }),
    warningGroups: t.field({
      ...warningGroups,
      description: 'The warnings of the finished run, grouped by cause; Historical only.',
      resolve: ({ results }) => groupRunWarnings(warningsOfResults(results)),
    }),
    results: t.field({
      type: 'JSON',
      nullable: true,
      description: 'Final state of the session; Historical only.',
      resolve: ({ results }) => withoutScanned(results),
    }),
  }),
});

/** Returns the results of a run for the API. `scanned` is for internal use. */
function withoutScanned(results: unknown): unknown {
  if (typeof results !== 'object' || results === null) return null;
  const { scanned: _scanned, ...shown } = results as Record<string, unknown>;
  return shown;
}

const forceFullScan =
  "Whether each run is a full scan of all ports, not only the first and each third run (scan setting `full_scan_interval`). Netloom's own agent ignores this";

entity('Discovery', {
  mixins: ['tags'],
  fields: {
    name: text(1, 100),
    daemonId: id('Id of a daemon of the network.'),
    forceFullScan: onUpdate(withDefault(flag(`${forceFullScan}; false if left out.`)), `${forceFullScan}.`),
    scanCount: readOnly(of('Int')),
  },
  inputs: { discoveryType: of(typeInput), runType: of(runInput), tagIds },
  list: {
    name: 'discoveries',
    description: 'Discoveries, newest first by default.',
    defaultOrder: [{ field: 'createdAt', direction: 'desc' }],
  },
  getter: { name: 'discovery' },
  filter: {
    network: true,
    daemon: true,
    activeSession: true,
    discoveryType: true,
    runType: true,
    cronSchedule: true,
    scheduleEnabled: true,
    timezone: true,
    lastRun: true,
    historical: {
      type: 'Boolean',
      description: 'True: records of finished runs only; false: jobs only.',
      where: (value: boolean) => ({ runType: value ? 'Historical' : { not: 'Historical' } }),
    },
    endedAs: {
      type: enumRef('DiscoveryPhase'),
      description: 'Records of runs that ended in this phase only: Complete, Failed or Cancelled.',
      where: (phase: DiscoveryPhase) => ({ runType: 'Historical', results: { path: ['phase'], equals: phase } }),
    },
    phases: {
      type: ['DiscoveryPhase'],
      description: 'Records of runs that ended in one of these phases, and jobs whose active run is in one of them.',
      where: (phases: DiscoveryPhase[]) => ({
        OR: [
          { activeSession: { is: { phase: { in: phases } } } },
          ...phases.map((phase) => ({ runType: 'Historical', results: { path: ['phase'], equals: phase } })),
        ],
      }),
    },
    search: {
      type: 'String',
      maxLength: longestSearch,
      description: 'The name contains this text, case-insensitive.',
      where: (text: string) => ({ OR: containsText(['name'], text) }),
    },
  },
  order: ['name', 'discoveryType', 'runType', 'lastRun', 'scanCount', 'networkId', 'daemonId'],
  update: 'Updates a discovery job. The record of a finished run: `discovery_historical_read_only`.',
  updateInput: 'Fields left out keep their value. A change of network or daemon needs `discoveryType`.',
  deletes: { effect: 'Rows that it observed stay.', inUseThrough: 'activeSession' },
  write: {
    create: ({ db, viewer, input }) => createDiscovery(db, viewer, input),
    update: ({ db, viewer, storedRow, input, expectedUpdatedAt }) =>
      updateDiscovery(db, viewer, storedRow, input, expectedUpdatedAt),
  },
});

builder.prismaObjectFields('Discovery', (t) => ({
  daemon: t.relation('daemon'),
  ...discoveryTypeField(t),
  runType: t.field({
    type: runTypeRef,
    select: {
      runType: true,
      cronSchedule: true,
      scheduleEnabled: true,
      timezone: true,
      lastRun: true,
      results: true,
    },
    resolve: (discovery) => discovery,
  }),
  activeSession: t.relation('activeSession', { nullable: true }),
}));

builder.queryField('scheduledRuns', (t) =>
  t.field({
    type: ['DateTime'],
    ...holds(nextRuns.most),
    complexity: nextRuns.cost,
    description:
      'Next times at which a discovery with this schedule would start a run, the earliest first; empty if there is none. An invalid expression: `validation_invalid_format`.',
    args: {
      cronSchedule: t.arg.string({
        required: true,
        ...textBounds(1, bounds.cronSchedule),
        description: `Cron expression with six fields, seconds first. 1 to ${bounds.cronSchedule} characters.`,
      }),
      timezone: t.arg.string({ ...withForm(timeZoneName), description: 'IANA time zone; null = UTC.' }),
      count: t.arg.int({ defaultValue: nextRuns.usual, ...integer(1, nextRuns.most, 'Maximum number of times.') }),
    },
    resolve: (_root, { cronSchedule, timezone, count }) =>
      previewRuns(cronSchedule, timezone ?? null, count ?? nextRuns.usual),
  }),
);
