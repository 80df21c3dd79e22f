// Maximum lengths of lists, and the error beyond them. Rows stored beyond a limit stay readable and writable.
import type { Prisma } from '../../generated/prisma/client';
import { AppError } from '../../errors';
import { delegateOf } from '../model/delegate';
import type { Db } from './rows';

export const listLimits = {
  /** Maximum number of tags per entity. */
  tags: 500,
  /** Maximum number of credentials per host, and of default credentials per network. */
  credentials: 100,
  /** Maximum numbers of addresses, ports, interfaces and services per host. */
  ipAddresses: 10_000,
  ports: 10_000,
  interfaces: 10_000,
  services: 10_000,
  /** Maximum number of bindings per service. */
  bindings: 10_000,
  /** Maximum number of reservations per subnet, expired ones included. */
  addressReservations: 1_000,
  /** Maximum numbers of tags and of networks per organization. */
  organizationTags: 10_000,
  networks: 10_000,
  /** Maximum number of checks per organization. */
  checks: 500,
  /** Maximum number of plans of a network. */
  plans: 200,
  /** Maximum number of networks that a check names. */
  checkNetworks: 1_000,
  /** Maximum number of accepted findings of a check in a network. */
  checkAcceptances: 1_000,
  /** Maximum number of webhooks per organization. */
  webhooks: 100,
  /** Maximum numbers of networks and of tags that a webhook names. */
  webhookNetworks: 1_000,
  webhookTags: 100,
  /** Maximum number of mail rules per user. */
  mailRules: 50,
  /** Maximum numbers of networks and of tags that a mail rule names. */
  mailRuleNetworks: 1_000,
  mailRuleTags: 100,
} as const;

/** Maximum number of saved views per user and network. */
export const mostSavedViews = 100;

/**
 * Throws 400 `validation_out_of_range` if a list would grow beyond its limit. Lists that shrink or keep their length
 * are accepted.
 */
export function assertGrowth(field: string, before: number, after: number, max: number): void {
  if (after > max && after > before) throw new AppError('validation_out_of_range', { field, min: 0, max });
}

/**
 * Throws 400 `validation_out_of_range` if one more row would exceed the limit. Counts the stored rows that meet
 * `where`.
 */
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
