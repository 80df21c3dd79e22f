// The exports of the inventory module that write rows, for other modules. Unlike `index.ts`, this file loads Prisma.
export { mergeHosts } from './host/consolidation/host-consolidation';
export { forgetFormerMacs, moveAddresses } from './host/report/host-report-moves.sql';
export { hostsWithFormerMacs } from './identity/stored-hosts.sql';
export { findSameHost } from './host/same-host';
export { suggestPairs } from './identity/suggestions.sql';
export { settleGroups } from './fhrp-group/fhrp-groups.sql';
export { removeInferredHosts } from './host/inferred-hosts.sql';
export { removeVirtualHosts } from './fhrp-group/virtual-hosts.sql';
export { resolveReportedTables } from './host/report/reported-tables';
export { lockHosts, lockHostWrites, lockNetwork, tryLockHostWrites } from './shared/host-locks.sql';
