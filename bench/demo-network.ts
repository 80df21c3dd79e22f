// Adds networks of the demo to the database of the benchmark.
import { createPrismaClient } from '../src/data/client';
import { loadDemo } from '../src/demo/load';
import { readInventory } from '../src/modules/topology/answers/network-inventory.sql';
import { sqlFor } from '../src/data/tenancy/scoped-sql';

export interface Network {
  readonly hosts: number;
  readonly id: string;
  readonly organizationId: string;
  readonly topologyId: string;
  readonly key: string;
  readonly rows: Uint8Array;
}

/** Adds a demo organization with one network, and reads the inventory of the network. */
export async function addNetwork(databaseUrl: string, hosts: number): Promise<Network> {
  const prisma = createPrismaClient(databaseUrl);
  try {
    const demo = await loadDemo(prisma, {
      seed: `graph ${hosts}`,
      hosts,
      networks: 1,
      organizationName: `${hosts} hosts`,
    });
    const { id } = demo.networks[0]!;
    const { organizationId, apiKey: key } = demo;
    await prisma.$executeRawUnsafe('VACUUM ANALYZE');
    const topology = await prisma.topology.findFirstOrThrow({ where: { networkId: id, snapshotId: null } });
    const inventory = await readInventory(sqlFor(prisma, { organizationId, networkIds: [id] } as never), id);
    return { hosts, id, organizationId, topologyId: topology.id, key, rows: inventory!.rows };
  } finally {
    await prisma.$disconnect();
  }
}
