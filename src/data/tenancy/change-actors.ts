// Who made the events that rows name, for whoever sees such a row: the events themselves are for Admins.
import type { PrismaClient } from '../../generated/prisma/client';
import type { Viewer } from './viewer';

const select = {
  id: true,
  createdAt: true,
  actorType: true,
  actorName: true,
  userId: true,
  userApiKeyId: true,
  daemonId: true,
  discoveryId: true,
} as const;

/** By the event's id, what everyone may know of it; events of other organizations are missing. The ids come from visible rows. */
export async function readChangeActors(prisma: PrismaClient, { organizationId }: Viewer, eventIds: readonly string[]) {
  const events = await prisma.auditEvent.findMany({ where: { id: { in: [...eventIds] }, organizationId }, select });
  return new Map(events.map((event) => [event.id, event]));
}

/** The actor of one event. */
export type ChangeActor = NonNullable<ReturnType<Awaited<ReturnType<typeof readChangeActors>>['get']>>;
