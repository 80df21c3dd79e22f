// The exports of the SNMP reader for the other parts of the agent.
export { readDevice, trySnmp } from './device';
export type * from './facts';
export { rowTables } from './row-tables';
export type * from './row-tables';
export type { RouteFacts } from './tables/routes';
