// SNMP as the rest of the agent sees it.
export { readDevice, trySnmp } from './device';
export type * from './facts';
