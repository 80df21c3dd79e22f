// Precedence of the sources of a row, highest first: users, scans, imports, reports of neighbors.
import type { EntitySourceType } from '../../../generated/prisma/enums';

const ranks: Readonly<Record<EntitySourceType, number>> = {
  Manual: 3,
  System: 3,
  Discovery: 2,
  DiscoveryWithMatch: 2,
  Imported: 1,
  Inferred: 0,
  Unknown: 0,
};

/** Whether users entered or imported the row. Such a row is merged into another row only if a user agrees. */
export const isOfPeople = (source: EntitySourceType): boolean => ['Manual', 'System', 'Imported'].includes(source);

export const outranks = (one: EntitySourceType, other: EntitySourceType): boolean => ranks[one] > ranks[other];
