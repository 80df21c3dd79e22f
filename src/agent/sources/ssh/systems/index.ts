// Lists all operating systems that the data source SSH can read. A new system is a file beside this file and a line in
// the list.
import type { System } from '../system';
import { eos } from './eos';
import { fortios } from './fortios';
import { freebsd } from './freebsd';
import { ios } from './ios';
import { junos } from './junos';
import { linux } from './linux';
import { nxos } from './nxos';
import { routeros } from './routeros';

export const systems: readonly System[] = [linux, freebsd, ios, nxos, eos, junos, fortios, routeros];
