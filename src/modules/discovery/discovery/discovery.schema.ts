// Discoveries in GraphQL: scheduled and single jobs and the records of finished runs; type, list, create, update, delete.
import type { Discovery } from '../../../generated/prisma/client';
import { builder } from '../../../graphql/builder';
import { baseFields, tagFields } from '../../../graphql/common-fields';
import { defineDeletes } from '../../../graphql/deletes';
import { discoveryTypeField } from '../discovery-type';
import { enumRef } from '../../../graphql/enums';
import { anyOfTags } from '../../../graphql/lists/filter';
import { defineGetter } from '../../../graphql/getter';
import { defineList, defineRootList } from '../../../graphql/lists/list';
import { containsText, longestSearch } from '../../../graphql/lists/search-filter';
import { requireScope, requireVisible } from '../../../data/tenancy/rows';
import { createDiscovery, updateDiscovery } from './discovery.actions';
import { createInput, updateInput } from './discovery.input';

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
    results: t.field({
      type: 'JSON',
      nullable: true,
      description: 'Final state of the session; Historical only.',
      resolve: ({ results }) => withoutScanned(results),
    }),
  }),
});

/** The ids that a run scanned are for the server only. */
function withoutScanned(results: unknown): unknown {
  if (typeof results !== 'object' || results === null) return null;
  const { scanned: _scanned, ...shown } = results as Record<string, unknown>;
  return shown;
}

builder.prismaObject('Discovery', {
  select: { id: true },
  fields: (t) => ({
    ...baseFields(t),
    ...tagFields(t, 'Discovery'),
    networkId: t.expose('networkId', { type: 'UUID' }),
    network: t.relation('network'),
    daemonId: t.expose('daemonId', { type: 'UUID' }),
    daemon: t.relation('daemon'),
    name: t.exposeString('name'),
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
    forceFullScan: t.exposeBoolean('forceFullScan'),
    scanCount: t.exposeInt('scanCount'),
    activeSession: t.relation('activeSession', { nullable: true }),
  }),
});

defineList('Discovery', {
  isNetworkLevel: true,
  filter: {
    columns: [
      'id',
      'networkId',
      'daemonId',
      'name',
      'discoveryType',
      'runType',
      'cronSchedule',
      'scheduleEnabled',
      'timezone',
      'lastRun',
      'forceFullScan',
      'scanCount',
      'createdAt',
      'updatedAt',
    ],
    relations: { network: true, daemon: true, activeSession: true, tags: ['tagAssignments', 'tag'] },
    computed: {
      tagIds: anyOfTags,
      historical: {
        type: 'Boolean',
        description: 'True: records of finished runs only; false: jobs only.',
        where: (value: boolean) => ({ runType: value ? 'Historical' : { not: 'Historical' } }),
      },
      search: {
        type: 'String',
        maxLength: longestSearch,
        description: 'The name contains this text, case-insensitive.',
        where: (text: string) => ({ OR: containsText('name', text) }),
      },
    },
  },
  order: [
    'createdAt',
    'name',
    'updatedAt',
    'discoveryType',
    'runType',
    'lastRun',
    'scanCount',
    'networkId',
    'daemonId',
  ],
  defaultOrder: [{ field: 'createdAt', direction: 'desc' }],
});
defineRootList('discoveries', 'Discovery', { description: 'Discoveries, newest first by default.' });
defineGetter('discovery', 'Discovery');

builder.mutationField('createDiscovery', (t) =>
  t.prismaField({
    type: 'Discovery',
    authScopes: { action: 'createDiscovery' },
    args: { input: t.arg({ type: createInput, required: true }) },
    resolve: async (query, _root, { input }, { db, viewer }) => {
      requireScope(viewer, input);
      return requireVisible(db, 'Discovery', await createDiscovery(db, viewer, input), query);
    },
  }),
);

builder.mutationField('updateDiscovery', (t) =>
  t.prismaField({
    type: 'Discovery',
    description: 'Updates a discovery job. The record of a finished run: `discovery_historical_read_only`.',
    authScopes: { action: 'updateDiscovery' },
    args: { id: t.arg({ type: 'UUID', required: true }), input: t.arg({ type: updateInput, required: true }) },
    resolve: async (query, _root, { id, input }, { db, viewer }) => {
      const stored = await requireVisible(db, 'Discovery', id);
      requireScope(viewer, input);
      await updateDiscovery(db, viewer, stored, input, input.expectedUpdatedAt);
      return requireVisible(db, 'Discovery', id, query);
    },
  }),
);

defineDeletes('Discovery', {
  effect: 'Rows that it observed stay.',
  inUseThrough: 'activeSession',
});
