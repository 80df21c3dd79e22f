// The functions of a session that read devices, names, and the agent's own machine.
import { readLocalEngine, readLldpdNeighbors } from './local';
import { findNames } from './names';
import { collectOwnMachine } from './report/own-machine';
import { findAnnounced } from './scan/link-queries';
import { readDevice, trySnmp } from './snmp';

/** Functions that read the network and this machine. Tests replace them. */
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
    trySnmp,
    readDevice,
    findNames,
    localEngine: readLocalEngine,
    localNeighbors: readLldpdNeighbors,
    ownMachine: collectOwnMachine,
    findAnnounced,
  },
};
