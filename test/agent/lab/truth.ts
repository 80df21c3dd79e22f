// What is really there in a lab, and the picture that Netloom is to draw of it.

export interface Port {
  readonly name: string;
  readonly index: number;
  readonly mac: string;
  /** With prefix length. */
  readonly ips: readonly string[];
}
export interface Cable {
  readonly a: string;
  readonly aPort: string;
  readonly b: string;
  readonly bPort: string;
}
/** As `lab.sh truth` prints it. */
export interface Truth {
  readonly nodes: Readonly<Record<string, readonly Port[]>>;
  readonly links: readonly Cable[];
  readonly speaksLldp: readonly string[];
  readonly speaksSnmp: readonly string[];
}

/** Something to discover, whose cables can be moved. */
export interface Lab {
  readonly truth: Truth;
  /** The machine that the agent runs on, if it is one of the lab. */
  readonly agentsNode: string | undefined;
  /** Whether a run asks the addresses of machines themselves: those that do not answer are gone. */
  readonly sweeps: boolean;
  /** Events of the audit log that each run makes. */
  readonly eventsOfRun: readonly string[];
  /** Runs one discovery to its end. */
  discover(): Promise<void>;
  /** The host's cable leads to another port of a switch, which is free. */
  move(host: string, to: Pick<Cable, 'a' | 'aPort'>): Promise<void>;
  /** The cable is out at the host's end. */
  unplug(host: string): Promise<void>;
  /** It is in again, where it was. */
  plugIn(host: string): Promise<void>;
  tearDown(): Promise<void>;
}

/** What the API says of machines, addresses, ports and links, in the lab's names. */
export interface Picture {
  readonly machines: Readonly<Record<string, Machine>>;
  /** Of the view L2Physical. */
  readonly cables: readonly string[];
  /** By the reporting port; a machine of which no ports are known is one end as a whole. */
  readonly links: readonly string[];
  /** Of the view L3Logical: addresses by subnet. */
  readonly subnets: Readonly<Record<string, readonly string[]>>;
}
export interface Machine {
  /** Empty where a machine says none. */
  readonly name: string;
  readonly addresses: readonly string[];
  readonly ports: readonly string[];
}

/** The cables that are to be known: all. Of those of the runs `before`, a machine's stays where it has no other since. */
export function knownCables({ truth }: Pick<Lab, 'truth'>, before: readonly Cable[] = []): Cable[] {
  const isCabled = ({ b }: Cable) => truth.links.some((cable) => cable.b === b);
  return [...before.filter((cable) => !isCabled(cable)), ...truth.links];
}

export const findCable = ({ links }: Truth, host: string): Cable => links.find(({ b }) => b === host)!;

export const isUnplugged = ({ links }: Truth, node: string): boolean =>
  !links.some(({ a, b }) => a === node || b === node);

/** Bridges and aggregates have none of their own. */
export const hasCable = (port: string): boolean => /^(p|eth)\d+$/.test(port);

/** A cable is in. */
const isUp = ({ links }: Truth, node: string, port: string): boolean =>
  !hasCable(port) ||
  links.some(({ a, aPort, b, bPort }) => (a === node && aPort === port) || (b === node && bPort === port));

export const byText = (a: string, b: string) => (a < b ? -1 : 1);
/** The ends of a cable in one order. */
export const cableText = (...ends: readonly string[]): string => [...ends].sort(byText).join(' – ');

/** Drawn are known cables without an end that is known to be down, and machines but for those that are gone. */
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
      // The lab's subnets have 24 bits, whatever prefix an address has.
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
