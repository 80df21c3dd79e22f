// Input types of a discovery, in GraphQL.
import { builder } from '../../../graphql/builder';
import { formed, list, notNull, text } from '../../../graphql/plugin/bounds';
import { namingEnum } from '../discovery-type';
import { enumRef } from '../../../graphql/enums';
import { assertScanSettings, assertTimeZone, assertUnified, bounds } from './discovery.fields';

const typeInput = builder.inputType('DiscoveryTypeDetailsInput', {
  description: 'Kind of a discovery and its parameters.',
  fields: (t) => ({
    type: t.field({
      type: enumRef('DiscoveryType'),
      required: true,
      ...formed(assertUnified),
      description: 'Unified. Rescan is reserved to the server.',
    }),
    hostId: t.field({ type: 'UUID', required: true, description: 'Id of the host that the daemon runs on.' }),
    subnetIds: t.field({
      type: ['UUID'],
      ...list(bounds.subnets),
      description: `Ids of the subnets to scan, at most ${bounds.subnets}; null = all that the daemon has an interface in.`,
    }),
    hostNamingFallback: t.field({
      type: namingEnum,
      description: 'Name that a discovered host without a name gets; BestService if left out.',
    }),
    scanSettings: t.field({
      type: 'JSON',
      ...formed(assertScanSettings),
      description: `Settings that are passed to the daemon, an object; at most ${bounds.scanSettings} characters of JSON.`,
    }),
  }),
});

const runInput = builder.inputType('RunTypeDetailsInput', {
  description: 'When a discovery runs: by schedule, or on demand.',
  fields: (t) => ({
    type: t.field({
      type: enumRef('RunType'),
      required: true,
      description: 'Scheduled or AdHoc. Historical: `discovery_historical_read_only`.',
    }),
    cronSchedule: t.string({
      ...text(1, bounds.cronSchedule),
      description: `Cron expression with six fields, seconds first, for example \`0 0 0 * * 0\`; required for Scheduled. One that never fires is stored disabled. At most ${bounds.cronSchedule} characters.`,
    }),
    enabled: t.boolean({ description: 'Whether the schedule is active, true if left out; Scheduled only.' }),
    timezone: t.string({
      ...formed(assertTimeZone),
      description: 'IANA time zone, for example `Europe/Berlin`; null = UTC; Scheduled only.',
    }),
  }),
});

const daemon = 'Id of a daemon of the network.';
const tagIds = 'Ids of its tags, the complete list. Left out: none on create, unchanged on update.';
const forceFullScan = 'Whether recently seen hosts are scanned again; false if left out.';

export const createInput = builder.inputType('CreateDiscoveryInput', {
  fields: (t) => ({
    name: t.string({ required: true, ...text(1, 100) }),
    networkId: t.field({ type: 'UUID', required: true }),
    daemonId: t.field({ type: 'UUID', required: true, description: daemon }),
    discoveryType: t.field({ type: typeInput, required: true }),
    runType: t.field({ type: runInput, required: true }),
    forceFullScan: t.boolean({ description: forceFullScan }),
    tagIds: t.field({ type: ['UUID'], description: tagIds }),
  }),
});

export const updateInput = builder.inputType('UpdateDiscoveryInput', {
  description: 'Fields left out keep their value. A change of network or daemon needs `discoveryType`.',
  fields: (t) => ({
    name: t.string(notNull(text(1, 100))),
    networkId: t.field({ type: 'UUID', ...notNull() }),
    daemonId: t.field({ type: 'UUID', ...notNull(), description: daemon }),
    discoveryType: t.field({ type: typeInput, ...notNull() }),
    runType: t.field({ type: runInput, ...notNull() }),
    forceFullScan: t.boolean({ ...notNull(), description: 'Whether recently seen hosts are scanned again.' }),
    tagIds: t.field({ type: ['UUID'], description: tagIds }),
    expectedUpdatedAt: t.field({
      type: 'DateTime',
      description: 'Expected `updatedAt` of the stored row; if it differs: `entity_changed`.',
    }),
  }),
});
