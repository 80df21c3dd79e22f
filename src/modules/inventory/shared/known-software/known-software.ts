// Types of the tables of known software by category, and the entries for unknown software.
import type { ServiceCategory } from '../service-categories';

export type Flag = 'generic' | 'gateway' | 'hypervisor' | 'containerRuntime' | 'openPorts';
/**
 * An entry: id, name, usual ports (`443`, `161/udp`), description, flags. Ids are those that daemons and clients send.
 * Software that they do not report has an id in lower case that this project chose.
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
