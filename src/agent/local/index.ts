// What the machine of the agent knows by itself: its containers, and the neighbours that its lldpd hears.
import type { NeighborFacts } from '../snmp/facts';

export interface Container {
  id: string;
  name: string;
  image: string;
  /** As the engine says: running, exited, paused … */
  state: string;
  labels: Readonly<Record<string, string>>;
  ports: { privatePort: number; publicPort?: number; address?: string; protocol: 'Tcp' | 'Udp' }[];
  networks: {
    name: string;
    id: string;
    /** bridge, macvlan, overlay, host … */
    driver?: string;
    /** CIDRs of the network. */
    subnets: string[];
    addresses: string[];
    mac?: string;
  }[];
}
export declare function localContainers(socketPath: string, signal: AbortSignal): Promise<Container[] | undefined>;
export declare function localNeighbors(
  signal: AbortSignal,
): Promise<{ interfaceName: string; neighbor: NeighborFacts }[] | undefined>;
