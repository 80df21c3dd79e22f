// Lists the samples of all operating systems.
import { eosSample } from './eos';
import { fortiosSample } from './fortios';
import { freebsdSample } from './freebsd';
import { iosSample } from './ios';
import { junosSample } from './junos';
import { linuxSample } from './linux';
import { nxosSample } from './nxos';
import { routerosSample } from './routeros';
import type { Sample } from './sample';

export type { Sample };
export const samples: readonly Sample[] = [
  linuxSample,
  freebsdSample,
  iosSample,
  nxosSample,
  eosSample,
  junosSample,
  fortiosSample,
  routerosSample,
];
