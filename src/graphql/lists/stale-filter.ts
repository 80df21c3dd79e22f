// The filter `stale` of discovered rows: true for rows that were not observed within a time window, which each network
// sets.
import { NetworkWindow } from '../../data/sql/network-window';
import type { FilterDefinition } from './filter';

/** Default length of the time window in hours: 28 days. */
export const defaultStaleAfterHours = 672;

const discoverySources = ['Discovery', 'DiscoveryWithMatch', 'Inferred'];

/** The filter `stale`. Rows that were entered manually or imported are never stale. */
export const staleRows: NonNullable<FilterDefinition['computedConditions']>[string] = {
  type: 'Boolean',
  description:
    'True: discovered, and not seen for `effectiveStaleAfterHours` of its network; false: all others. With `@at`: `validation_invalid_format`.',
  where: (value: boolean) => {
    const window = new NetworkWindow(new Date(), defaultStaleAfterHours);
    const stale = { AND: [{ sourceType: { in: discoverySources } }, { lastSeenAt: { lt: window } }] };
    return value ? stale : { NOT: stale };
  },
};
