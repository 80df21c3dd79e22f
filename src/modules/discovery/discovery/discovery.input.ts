// What callers write of a discovery, in GraphQL.
import { builder } from '../../../graphql/builder';
import { formed, list, notNull, text } from '../../../graphql/plugin/bounds';
import { namingEnum } from '../discovery-type';
import { enumRef } from '../../../graphql/enums';
import { assertScanSettings, assertTimeZone, assertUnified, bounds } from './discovery.fields';

const typeInput = builder.inputType('DiscoveryTypeDetailsInput', {
  description: 'What a discovery does, with its parameters.',
  fields: (t) => ({
    type: t.field({
      type: enumRef('DiscoveryType'),
      required: true,
      ...formed(assertUnified),
      description: 'Unified; Rescan is made by the server only.',
    }),
    hostId: t.field({ type: 'UUID', required: true, description: 'Host that the daemon runs on.' }),
    subnetIds: t.field({
      type: ['UUID'],
      ...list(bounds.subnets),
      description: `Subnets of its network to look into, at most ${bounds.subnets}; null = all that the daemon has an interface in.`,
    }),
    hostNamingFallback: t.field({
      type: namingEnum,
      description: 'What a discovered host without a name is called after; BestService if left out.',
    }),
    scanSettings: t.field({
      type: 'JSON',
      ...formed(assertScanSettings),
      description: `An object that goes to the daemon as it is; as JSON at most ${bounds.scanSettings} characters.`,
    }),
  }),
});

const runInput = builder.inputType('RunTypeDetailsInput', {
  description: 'When a discovery runs: by a schedule, or when started by hand.',
  fields: (t) => ({
    type: t.field({
      type: enumRef('RunType'),
      required: true,
      description: 'Scheduled or AdHoc; Historical is refused with `discovery_historical_read_only`.',
    }),
    cronSchedule: t.string({
      ...text(1, bounds.cronSchedule),
      description: `Scheduled only, and required there: six-field cron expression, seconds first, for example \`0 0 0 * * 0\`. One that never runs is stored disabled. At most ${bounds.cronSchedule} characters.`,
    }),
    enabled: t.boolean({ description: 'Scheduled only: whether the schedule is active; true if left out.' }),
    timezone: t.string({
      ...formed(assertTimeZone),
      description: 'Scheduled only: IANA time zone, for example `Europe/Berlin`; null = UTC.',
    }),
  }),
});

const daemon = 'A daemon of the network.';
const tagIds = 'Tags of the discovery: exactly these. Left out: none on create, unchanged on update.';
const forceFullScan = 'Scan everything, also what was seen a short while ago; false if left out.';

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
  description: 'Fields left out keep their value. Another network or daemon needs a discovery type beside it.',
  fields: (t) => ({
    name: t.string(notNull(text(1, 100))),
    networkId: t.field({ type: 'UUID', ...notNull() }),
    daemonId: t.field({ type: 'UUID', ...notNull(), description: daemon }),
    discoveryType: t.field({ type: typeInput, ...notNull() }),
    runType: t.field({ type: runInput, ...notNull() }),
    forceFullScan: t.boolean({ ...notNull(), description: 'Scan everything, also what was seen a short while ago.' }),
    tagIds: t.field({ type: ['UUID'], description: tagIds }),
    expectedUpdatedAt: t.field({
      type: 'DateTime',
      description: 'Refuse with `entity_changed` if the row changed since.',
    }),
  }),
});
