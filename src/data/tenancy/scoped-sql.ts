// Raw SQL, each statement limited to the viewer's rows; the only place for it besides the bulk and history helpers next to it.
import type { PrismaClient } from '../../generated/prisma/client';
import type { Viewer } from './viewer';
import { readChangeActors } from './change-actors';
import { inventoryChanges } from '../../modules/history/inventory-changes.sql';
import { keptInstants } from './kept';
import { revisions } from '../../modules/history/revisions.sql';
import { readChangeToken, readInventory } from '../../modules/topology/answers/network-inventory.sql';
import { settledInstant } from './settled-instant';
import { tagStatements } from './tag-statements';

/** With an instant, what is read is as of then. */
export function sqlFor(prisma: PrismaClient, viewer: Viewer, at?: Date) {
  return {
    ...tagStatements(prisma, viewer),
    ...inventoryChanges(prisma, viewer),
    ...keptInstants(prisma, viewer),
    ...revisions(prisma, viewer, at),
    inventory: (networkId: string) => readInventory(prisma, viewer, networkId, at),
    changeActors: (eventIds: readonly string[]) => readChangeActors(prisma, viewer, eventIds),
    changeToken: (networkId: string) => readChangeToken(prisma, viewer, networkId, at),
    /** The token of the present, whatever the instant: of all that is read, what keeps no history included. */
    presentToken: (networkId: string) => readChangeToken(prisma, viewer, networkId),
    settledInstant: () => settledInstant(prisma),
  };
}
export type ScopedSql = ReturnType<typeof sqlFor>;
