// GraphQL inputs of a discovery: its type and its schedule.
import { builder } from '../../../graphql/builder';
import { withForm, list, text } from '../../../graphql/plugin/bounds';
import { namingEnum } from '../discovery-type';
import { enumRef } from '../../../graphql/enums';
import { timeZoneName } from '../../../platform/text/time-zone';
import { assertScanSettings, assertUnified, bounds } from './discovery.fields';

export const typeInput = builder.inputType('DiscoveryTypeDetailsInput', {
  description: 'Kind of a discovery and its parameters.',
  fields: (t) => ({
    type: t.field({
      type: enumRef('DiscoveryType'),
      required: true,
      ...withForm(assertUnified),
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
      ...withForm(assertScanSettings),
      description: `Settings that are passed to the daemon, an object; at most ${bounds.scanSettings} characters of JSON.`,
    }),
  }),
});

export const runInput = builder.inputType('RunTypeDetailsInput', {
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
      ...withForm(timeZoneName),
      description: 'IANA time zone, for example `Europe/Berlin`; null = UTC; Scheduled only.',
    }),
  }),
});
