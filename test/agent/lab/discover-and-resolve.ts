// Runs one discovery of a lab network to its end, and then resolves the links that the run has reported.
import { dbFor } from '../../../src/data/tenancy/scoped-db';
import { resolveNeighborsOfFinishedRuns } from '../../../src/modules/jobs';
import { RowsAside } from '../../../src/platform/process/rows-aside';
import { createViewer } from '../../support/viewers';
import type { World } from '../../support/world';
import type { Lab } from './truth';

export async function discoverAndResolve(lab: Lab, world: World): Promise<void> {
  await lab.discover();
  const failedAside = new RowsAside((error) => {
    throw error;
  });
  await resolveNeighborsOfFinishedRuns(dbFor(world.prisma, createViewer(world)), new Date(), failedAside);
}
