// All systems that the source SSH can read. A new system is a file beside this one and a line here.
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
