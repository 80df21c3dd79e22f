// What stands for software that is not known.
import type { KnownSoftware } from './known-software';

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
