// The actual state of a lab network, and the result that Netloom should show for this network.

export interface Port {
  readonly name: string;
  readonly index: number;
  readonly mac: string;
  /** IP addresses with prefix length. */
  readonly ips: readonly string[];
}
export interface Cable {
  readonly a: string;
  readonly aPort: string;
  readonly b: string;
  readonly bPort: string;
}
/** The state of the lab, in the format of `lab.sh truth`. */
export interface Truth {
  readonly nodes: Readonly<Record<string, readonly Port[]>>;
  readonly links: readonly Cable[];
  readonly speaksLldp: readonly string[];
  readonly speaksSnmp: readonly string[];
}

/** A lab network, which tests discover and whose cables they move. */
export interface Lab {
  readonly truth: Truth;
  /** The machine on which the agent runs, if it belongs to the lab. */
  readonly agentsNode: string | undefined;
  /** Whether a run probes every address of the lab. If so, Netloom regards a machine that does not respond as gone. */
  readonly sweeps: boolean;
  /** The audit events that each run writes. */
  readonly eventsOfRun: readonly string[];
  /** Runs a discovery, and resolves when it has ended. */
  discover(): Promise<void>;
  /** Moves the host's cable to a free port of a switch. */
  move(host: string, to: Pick<Cable, 'a' | 'aPort'>): Promise<void>;
  /** Unplugs the cables at the hosts' ends. */
  unplug(...hosts: readonly string[]): Promise<void>;
  /** Connects the hosts' cables again to the ports from which they were unplugged. */
  plugIn(...hosts: readonly string[]): Promise<void>;
  tearDown(): Promise<void>;
}

/** The machines, addresses, ports and links that the API returns, by their names in the lab. */
export interface Picture {
  readonly machines: Readonly<Record<string, Machine>>;
  /** Cables in the view L2Physical. */
  readonly cables: readonly string[];
  /**
   * Links as text with two ends. An end is a node and its port, or the node alone if Netloom does not know the node's
   * ports.
   */
  readonly links: readonly string[];
  /** Addresses by subnet in the view L3Logical. */
  readonly subnets: Readonly<Record<string, readonly string[]>>;
}
export interface Machine {
  /** Empty if Netloom knows no name of the machine. */
  readonly name: string;
  readonly addresses: readonly string[];
  readonly ports: readonly string[];
}

/**
 * The cables that Netloom should have stored: all cables that are plugged in now, and the former cables (`before`) of
 * machines that have none now.
 */
export function knownCables({ truth }: Pick<Lab, 'truth'>, before: readonly Cable[] = []): Cable[] {
  const isCabled = ({ b }: Cable) => truth.links.some((cable) => cable.b === b);
  return [...before.filter((cable) => !isCabled(cable)), ...truth.links];
}

export const findCable = ({ links }: Truth, host: string): Cable => links.find(({ b }) => b === host)!;

export const isUnplugged = ({ links }: Truth, node: string): boolean =>
  !links.some(({ a, b }) => a === node || b === node);

/** Whether a cable can be plugged into the port. Bridges and aggregates are ports without a cable of their own. */
export const hasCable = (port: string): boolean => /^(p|eth)\d+$/.test(port);

/**
 * Whether the port is up. Ports that can have a cable are up only with a cable; bridges and aggregates are always up.
 */
const isUp = ({ links }: Truth, node: string, port: string): boolean =>
  !hasCable(port) ||
  links.some(({ a, aPort, b, bPort }) => (a === node && aPort === port) || (b === node && bPort === port));

export const byText = (a: string, b: string) => (a < b ? -1 : 1);
/** The ends of a cable as text, in a fixed order. */
export const cableText = (...ends: readonly string[]): string => [...ends].sort(byText).join(' – ');

/**
 * What Netloom should show for the lab. A cable to a port that is down remains stored as a link, but is not drawn. If
 * runs probe every address of the lab, unplugged machines are not shown in subnets.
 */
export function expectedPicture(lab: Pick<Lab, 'truth' | 'agentsNode' | 'sweeps'>, cables: readonly Cable[]): Picture {
  const { truth, agentsNode, sweeps } = lab;
  const isDown = (node: string, port: string) => hasPorts(node) && !isUp(truth, node, port);
  const hasPorts = (node: string) => truth.speaksSnmp.includes(node) || node === agentsNode;
  const end = (node: string, port: string) => (hasPorts(node) ? `${node} ${port}` : node);
  const machines = Object.entries(truth.nodes).map(([node, ports]) => {
    const machine: Machine = {
      name: hasPorts(node) ? node : '',
      addresses: ports.flatMap(({ mac, ips }) => ips.map((ip) => `${ip.split('/')[0]} ${mac}`)).sort(byText),
      ports: hasPorts(node)
        ? ports.map(({ name, mac }) => `${name} ${mac} ${isUp(truth, node, name) ? 'Up' : 'Down'}`).sort(byText)
        : [],
    };
    return [node, machine] as const;
  });
  const subnets = new Map<string, string[]>();
  const present = Object.keys(truth.nodes).filter((node) => !sweeps || !isUnplugged(truth, node));
  for (const ports of present.map((node) => truth.nodes[node]!))
    for (const ip of ports.flatMap(({ ips }) => ips.map((one) => one.split('/')[0]!))) {
      // All subnets of the lab are /24, even if an address is configured with a different prefix length.
      const cidr = ip.replace(/\d+$/, '0/24');
      subnets.set(cidr, [...(subnets.get(cidr) ?? []), ip]);
    }
  return {
    machines: Object.fromEntries(machines),
    cables: cables
      .filter(({ a, aPort, b, bPort }) => !isDown(a, aPort) && !isDown(b, bPort))
      .map(({ a, aPort, b, bPort }) =>
        hasPorts(a) && hasPorts(b) ? cableText(`${a} ${aPort}`, `${b} ${bPort}`) : cableText(a, b),
      )
      .sort(byText),
    links: cables.map(({ a, aPort, b, bPort }) => cableText(end(a, aPort), end(b, bPort))).sort(byText),
    subnets: Object.fromEntries([...subnets].map(([cidr, ips]) => [cidr, ips.sort(byText)])),
  };
}
