// Whose word counts more about a row: a person's, a scan's, a file's, or that of a neighbour.
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

/** Written or imported by people: never merged into another without their word. */
export const isOfPeople = (source: EntitySourceType): boolean => ['Manual', 'System', 'Imported'].includes(source);

export const outranks = (one: EntitySourceType, other: EntitySourceType): boolean => ranks[one] > ranks[other];
