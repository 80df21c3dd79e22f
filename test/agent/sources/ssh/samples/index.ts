// Samples of all systems.
import { eosSample } from './eos';
import { iosSample } from './ios';
import { linuxSample } from './linux';
import type { Sample } from './sample';

export type { Sample };
export const samples: readonly Sample[] = [linuxSample, iosSample, eosSample];
