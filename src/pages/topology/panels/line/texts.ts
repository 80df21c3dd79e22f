// The texts of the details of a line.
import type { LineEvidence } from '../../graph/line-evidence';

const bases: Record<LineEvidence['basis'], string> = {
  LLDP: 'LLDP',
  CDP: 'CDP',
  FDB: 'Forwarding table alone',
  ARP: 'ARP table alone',
  Documented: 'Documentation alone',
  Manual: 'Entered by hand',
};

export const texts = {
  detailsOfTheLine: 'Details of the line',
  closeDetails: 'Close details',
  drawnAsOne: (count: number) => `${count} lines are drawn as one`,
  firstOf: (count: number) => `Only the first ${count} are listed.`,
  knownBy: 'Known by',
  basis: (basis: LineEvidence['basis']) => bases[basis],
  reportedBy: (basis: LineEvidence['basis'], reporters: readonly string[]) =>
    basis === 'LLDP' || basis === 'CDP'
      ? `${bases[basis]}, reported by ${reporters.join(' and ')}`
      : basis === 'FDB' || basis === 'ARP'
        ? `${bases[basis]}, of ${reporters.join(' and ')}`
        : bases[basis],
  learned: 'Forwarding table of the switch alone. No LLDP, CDP or documentation names this cable.',
  since: 'Known since',
  down: 'Down',
  downSince: (instant: string) => `since ${instant}`,
  spanningTree: 'Spanning tree',
  blocked: 'Blocked: the line carries no traffic until another line fails.',
  label: 'Label',
  inAFold: (count: number) =>
    `${count} ${count === 1 ? 'line ends' : 'lines end'} at machines that are folded together. Unfold them to see each line.`,
  unfold: (name: string) => `Unfold ${name}`,
  end: (name: string) => `At ${name}`,
  port: 'Port',
  alias: 'Alias',
  speed: 'Speed',
  duplex: 'Duplex',
  state: 'State',
  set: (adminStatus: string) => `set ${adminStatus}`,
  nativeVlan: 'Native VLAN',
  taggedVlans: 'Tagged VLANs',
  aggregate: 'Aggregate',
  unknownPort: 'The port at this end is unknown.',
  notDrawn: 'This line is not drawn now.',
} as const;
