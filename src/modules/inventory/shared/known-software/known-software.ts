// How known software is written down: the tables beside this file, by category.
import type { ServiceCategory } from '../service-categories';

export type Flag = 'generic' | 'gateway' | 'hypervisor' | 'containerRuntime' | 'openPorts';
/**
 * id, name, usual ports (`443`, `161/udp`), description, flags. Ids are those that daemons and clients send; software that they
 * do not report has ids of ours, in lower case.
 */
export type Entry = readonly [id: string, name: string, ports: string, description: string, ...flags: Flag[]];
export type KnownSoftware = Partial<Record<ServiceCategory, readonly Entry[]>>;
