// The functions of a session that read devices, names, and the agent's own machine.
import { readLldpdNeighbors } from './local';
import { findNames } from './names';
import { collectOwnMachine } from './report/own-machine';
import { dockerSource, type readLocalEngine } from './sources/docker';
import { findAnnounced } from './sources/scan/link-queries';
import { snmpSource, type readDevice, type trySnmp } from './sources/snmp';

/** Functions that read the network and the agent's own machine. Tests replace these functions. */
export interface Collectors {
  readonly trySnmp: typeof trySnmp;
  readonly readDevice: typeof readDevice;
  readonly findNames: typeof findNames;
  readonly localEngine: typeof readLocalEngine;
  readonly localNeighbors: typeof readLldpdNeighbors;
  readonly ownMachine: typeof collectOwnMachine;
  readonly findAnnounced: typeof findAnnounced;
}
export const networkCollectors: Collectors = {
  ...{
    trySnmp: (address, credential, options) => snmpSource.reach({ address, credential, options }),
    readDevice: (address, credential, options) => snmpSource.read({ address, credential, options }),
    findNames,
    localEngine: (socketPath, signal) => dockerSource.read({ socketPath, signal }),
    localNeighbors: readLldpdNeighbors,
    ownMachine: collectOwnMachine,
    findAnnounced,
  },
};
