// Precedence of a row's sources: people, then scans, then imports, then neighbor reports.
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

/** Whether people entered or imported the row. Such a row is only merged into another one with their consent. */
export const isOfPeople = (source: EntitySourceType): boolean => ['Manual', 'System', 'Imported'].includes(source);

export const outranks = (one: EntitySourceType, other: EntitySourceType): boolean => ranks[one] > ranks[other];
