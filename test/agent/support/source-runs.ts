// Starts runs of an agent with the real service: a simulated router is read by SNMP, and, if the test requests that, a
// data source is read too.
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { readTargets } from '../../../src/agent/api-targets';
import { someFacts, somePort } from '../../../src/agent/sources/reading';
import type { DeviceFacts } from '../../../src/agent/sources/snmp';
import { createWorld, type World } from '../../support/world';
import { stubFingerprint } from '../sources/api-stub';
import { newFolder, noCollectors, removeFolder, startAgent } from './agent';

/** SNMP facts of a router on loopback with this ARP table. All machines in the table are in the router's subnet. */
const routerWith = (address: string, arp: readonly { address: string; mac: string }[]): DeviceFacts => ({
  ...someFacts({
    interfaces: [somePort({ ifIndex: 1, name: 'ge1', type: 6, mac: '00:1B:21:00:09:01' })],
    addresses: [
      { address: '127.0.0.4', prefixLength: 8, ifIndex: 1 },
      { address, prefixLength: 24, ifIndex: 1 },
    ],
    arp: arp.map((row) => ({ ...row, ifIndex: 1 })),
  }),
  ...{ system: { name: 'router-1' }, chassisId: '00:1B:21:00:09:01', fhrpGroups: [], routingNeighbors: [] },
  ...{ wirelessClients: [], unplacedNeighbors: [], notes: [], hasNeighborTable: true, incomplete: [] },
});

export interface SourceRuns {
  readonly world: World;
  /** Runs a discovery. Resolves with the run's warnings. */
  run(isSourceRead: boolean): Promise<readonly string[]>;
  close(): Promise<void>;
}

interface Options {
  /** The entry of the `--sources` file for a stub on loopback: data source, port and settings. */
  readonly target: { readonly source: string; readonly port: number };
  readonly router: string;
  readonly arp: readonly { readonly address: string; readonly mac: string }[];
}

export async function startSourceRuns({ target, router, arp }: Options): Promise<SourceRuns> {
  const world = await createWorld();
  const daemon = await world.addDaemon({ isRegistered: false });
  const folder = newFolder();
  const file = path.join(folder, 'sources.json');
  writeFileSync(file, JSON.stringify([{ address: '127.0.0.1', fingerprint: stubFingerprint, ...target }]), {
    mode: 0o600,
  });
  const apiTargets = readTargets(file);
  let runs = 0;
  const startAgain = async () => {
    const where = { networkId: world.networkId, runType: 'Scheduled' as const };
    const { id } = await world.prisma.discovery.findFirstOrThrow({ where });
    expect((await world.owner.rest.post('/discovery/start-session', id)).status).toBe(200);
  };
  return {
    world,
    async run(isSourceRead) {
      if (runs++ > 0) await startAgain();
      const summary = await startAgent({
        ...{ server: new URL(world.url), key: daemon.credential.key!, state: folder, once: true },
        allow: ['127.0.0.4'],
        settings: {
          ...{ rate: 10_000, allPorts: false, ports: [1], dockerSocket: '/none' },
          credentials: [{ version: 'v2c', community: 'public' }],
          ...(isSourceRead && { apiTargets }),
        },
        collectors: {
          ...noCollectors,
          trySnmp: async (address) => ({ outcome: address === '127.0.0.4' ? 'opened' : 'silent' }),
          readDevice: async () => routerWith(router, arp),
        },
      }).ended;
      expect(summary).toMatchObject({ phase: 'Complete' });
      return summary!.warnings;
    },
    async close() {
      await world.close();
      removeFolder(folder);
    },
  };
}
