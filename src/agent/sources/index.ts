// Lists all data sources. A new data source is a folder beside this file and a line in these lists.
import type { ApiSource } from './api-source';
import { commandSource } from './command';
import { dockerApiSource, dockerSource, podmanApiSource } from './docker';
import { gnmiSource } from './gnmi';
import { kubernetesSource } from './kubernetes';
import { omadaSource } from './omada';
import { proxmoxSource } from './proxmox';
import { redfishSource } from './redfish';
import { routerOsSource } from './routeros';
import { scanSource } from './scan/source';
import { snmpSource } from './snmp';
import type { Source, SourceNeeds } from './source';
import { sshSource } from './ssh';
import { unifiSource } from './unifi';
import { vcenterSource } from './vcenter';

/** Data sources that read an API at an address that the operator or a stored credential names. */
export const apiSources: readonly ApiSource[] = [
  proxmoxSource,
  unifiSource,
  routerOsSource,
  kubernetesSource,
  dockerApiSource,
  podmanApiSource,
  gnmiSource,
  redfishSource,
  omadaSource,
  vcenterSource,
];

/** All data sources that need the address of a target, from the operator or a stored credential. */
export const targetSources: readonly ApiSource[] = [...apiSources, sshSource];

export const sources: readonly Pick<Source<never, unknown>, 'name' | 'needs'>[] = [
  scanSource,
  snmpSource,
  dockerSource,
  ...targetSources,
  commandSource,
];

export type { ApiSource, ApiTarget, Connection } from './api-source';
export { commandSource } from './command';
export { Pins } from './http/trust';
export type { FoundMachine, FoundService, MachineFacts, Reading } from './reading';
export type { SourceNeeds };
