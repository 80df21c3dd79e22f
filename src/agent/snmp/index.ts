// SNMP as the rest of the agent sees it.
export { readDevice, trySnmp } from './device';
export type * from './facts';
export { rowTables } from './row-tables';
export type * from './row-tables';
export type { RouteFacts } from './tables/routes';
