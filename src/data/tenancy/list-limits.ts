// How many rows one list may grow to, and the one refusal of more: what is stored beyond a limit stays readable and writable.
import type { Prisma } from '../../generated/prisma/client';
import { AppError } from '../../errors';
import { delegateOf } from '../model/delegate';
import type { Db } from './rows';

export const listLimits = {
  /** Tags of one entity. */
  tags: 500,
  /** Credentials of one host, and default credentials of one network. */
  credentials: 100,
  /** Parts of one host. */
  ipAddresses: 10_000,
  ports: 10_000,
  interfaces: 10_000,
  services: 10_000,
  /** Bindings of one service. */
  bindings: 10_000,
  /** Of one organization. */
  organizationTags: 10_000,
  networks: 10_000,
} as const;

/** Refuses a list that would grow beyond its limit: 400 `validation_out_of_range`. One that shrinks or stays as long passes. */
export function assertGrowth(field: string, before: number, after: number, max: number): void {
  if (after > max && after > before) throw new AppError('validation_out_of_range', { field, min: 0, max });
}

/** The same before one row more, with those counted that `where` says are stored. */
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
