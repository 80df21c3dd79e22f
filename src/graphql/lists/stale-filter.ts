// `filter: { stale }` of discovered rows: not seen within their network's window.
import { NetworkWindow } from '../../data/sql/network-window';
import type { FilterDefinition } from './filter';

/** Default window: 28 days. */
export const defaultStaleAfterHours = 672;

const discoverySources = ['Discovery', 'DiscoveryWithMatch', 'Inferred'];

/** For models with a source; manually entered and imported rows are never stale. */
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
