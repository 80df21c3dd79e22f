// Maximum lengths of lists, and the error beyond them. Rows stored beyond a limit stay readable and writable.
import type { Prisma } from '../../generated/prisma/client';
import { AppError } from '../../errors';
import { delegateOf } from '../model/delegate';
import type { Db } from './rows';

export const listLimits = {
  /** Tags per entity. */
  tags: 500,
  /** Credentials per host, and default credentials per network. */
  credentials: 100,
  /** Limits per host. */
  ipAddresses: 10_000,
  ports: 10_000,
  interfaces: 10_000,
  services: 10_000,
  /** Bindings per service. */
  bindings: 10_000,
  /** Reservations per subnet, expired ones included. */
  addressReservations: 1_000,
  /** Limits per organization. */
  organizationTags: 10_000,
  networks: 10_000,
} as const;

/**
 * Throws 400 `validation_out_of_range` if a list would grow beyond its limit. Lists that shrink or keep their length
 * are accepted.
 */
export function assertGrowth(field: string, before: number, after: number, max: number): void {
  if (after > max && after > before) throw new AppError('validation_out_of_range', { field, min: 0, max });
}

/** Like `assertGrowth`, for one additional row. Counts the stored rows that meet `where`. */
export async function assertRoom(
  tx: Db,
  model: Prisma.ModelName,
  where: object,
  field: string,
  max: number,
): Promise<void> {
  const stored = await delegateOf(tx, model).count({ where });
  assertGrowth(field, stored, stored + 1, max);
}
