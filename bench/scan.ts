// A child process that runs one discovery session of the agent, and prints its time, memory and sockets as JSON.
import { setInterval } from 'node:timers';
import '../src/agent/small-heap';
import { networkCollectors, type Collectors } from '../src/agent/collectors';
import { listOwnSubnets } from '../src/agent/scope/own-subnets';
import { Scope } from '../src/agent/scope/scope';
import { Session } from '../src/agent/session';

export interface ScanOrder {
  readonly allow: readonly string[];
  /** Ports to scan; if undefined, the 1,000 ports that the agent scans by default. */
  readonly ports?: readonly number[];
  readonly snmpPort?: number;
  /**
   * Whether the agent also resolves names and reads the neighbors of its own machine; if false, the agent only scans
   * devices.
   */
  readonly asksNames: boolean;
}
export interface ScanFigures {
  readonly seconds: number;
  readonly machines: number;
  readonly devices: number;
  readonly openPorts: number;
  readonly warnings: readonly string[];
  readonly learned: number;
  readonly mostSockets: number;
  /**
   * Peak memory of the process in megabytes. `before` is the memory before the discovery session, also in megabytes.
   */
  readonly most: number;
  readonly before: number;
}

const megabytes = () => process.memoryUsage.rss() / 2 ** 20;
const rate = 1_000;

void (async () => {
  const { allow, ports, snmpPort, asksNames } = JSON.parse(process.argv[2]!) as ScanOrder;
  const network = '00000000-0000-4000-8000-000000000001';
  const collectors: Collectors = asksNames
    ? networkCollectors
    : { ...networkCollectors, findNames: async () => new Map() };
  let learnedCount = 0;
  const session = new Session({
    work: {
      ...{ session_id: network, credential_mappings: [], subnets: [] },
      discovery_type: { type: 'Unified', host_id: network, subnet_ids: null, scan_settings: {} },
    } as never,
    scope: new Scope({ allow, exclude: [], yes: false, ownSubnets: listOwnSubnets() }),
    settings: {
      ...{ rate, allPorts: false, dockerSocket: '/none', ports, snmpPort },
      credentials: [{ version: 'v2c', community: 'public' }],
    },
    networkId: network,
    hostId: undefined,
    signal: new AbortController().signal,
    add: (entry) => {
      if (entry.kind === 'host')
        for (const { fdb_macs } of entry.body.interfaces ?? []) learnedCount += fdb_macs?.length ?? 0;
    },
    onProgress: () => undefined,
    collectors,
  });
  globalThis.gc?.();
  const before = megabytes();
  let [most, mostSockets] = [before, 0];
  const look = () => {
    most = Math.max(most, megabytes());
    const sockets = process.getActiveResourcesInfo().filter((name) => name === 'TCPSocketWrap').length;
    mostSockets = Math.max(mostSockets, sockets);
  };
  const looking = setInterval(look, 20);
  const startedAt = performance.now();
  const { machines, devices, ports: openPorts, warnings } = await session.run();
  const seconds = (performance.now() - startedAt) / 1000;
  clearInterval(looking);
  look();
  const figures: ScanFigures = {
    ...{ seconds, machines, devices, openPorts, warnings, learned: learnedCount, mostSockets, most, before },
  };
  process.stdout.write(`${JSON.stringify(figures)}\n`);
})();
