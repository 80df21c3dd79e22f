// The exports of the SNMP reader for the other parts of the agent.
export { readDevice, trySnmp } from './device';
export type * from './facts';
export { deviceTables, rowTables } from './row-tables';
export type * from './row-tables';
export { snmpSource } from './source';
export type { RouteFacts } from './tables/routes';
