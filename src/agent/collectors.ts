// What a session calls to read devices, names and the machine that it runs on.
import { localEngine, localNeighbors } from './local';
import { findNames } from './names';
import { ownMachine } from './report/own-machine';
import { announced } from './scan/announced';
import { readDevice, trySnmp } from './snmp';

/** The agent's own, or a test's. */
export interface Collectors {
  readonly trySnmp: typeof trySnmp;
  readonly readDevice: typeof readDevice;
  readonly findNames: typeof findNames;
  readonly localEngine: typeof localEngine;
  readonly localNeighbors: typeof localNeighbors;
  readonly ownMachine: typeof ownMachine;
  readonly announced: typeof announced;
}
export const ownCollectors: Collectors = {
  ...{ trySnmp, readDevice, findNames, localEngine, localNeighbors, ownMachine, announced },
};
