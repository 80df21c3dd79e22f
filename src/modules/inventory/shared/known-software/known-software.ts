// Types of the tables of known software, and the entries for unknown software.
import type { ServiceCategory } from '../service-categories';

export type Flag = 'generic' | 'gateway' | 'hypervisor' | 'containerRuntime' | 'openPorts';
/**
 * Known software: id, name, usual ports (`443`, `161/udp`), description, flags. Daemons and clients send the id. Ids of
 * software that daemons do not report are in lower case.
 */
export type Entry = readonly [id: string, name: string, ports: string, description: string, ...flags: Flag[]];
export type KnownSoftware = Partial<Record<ServiceCategory, readonly Entry[]>>;

export const others = {
  Unknown: [
    ['unknown', 'Unknown', '', 'Software that was not identified', 'generic'],
    ['Web Service', 'Web Service', '', 'Web page of software that was not identified'],
  ],
  Custom: [['custom', 'Custom', '', 'Software of your own', 'generic']],
  OpenPorts: [
    ['Unclaimed Open Ports', 'Unclaimed Open Ports', '', 'Open ports that no service claims', 'generic', 'openPorts'],
  ],
} as const satisfies KnownSoftware;
