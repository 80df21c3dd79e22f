// The networks to which a check, a webhook or another row of an organization applies: chosen networks, or all networks.
import type { Action } from '../../auth/permissions';
import { requireScope } from '../../data/tenancy/rows';
import { reachesEverything, type Viewer } from '../../data/tenancy/viewer';
import { AppError } from '../../errors';

export interface ChosenNetworks {
  /**
   * Whether the row (a webhook or a check) applies to all networks of the organization, also to those created later.
   */
  readonly allNetworks: boolean;
  /** Ids of the chosen networks; empty if `allNetworks` is true. */
  readonly networkIds: readonly string[];
}
/** The networks in the input of a mutation. If an update omits a field, the row keeps its networks. */
export interface NetworksInput {
  readonly allNetworks?: boolean | null;
  readonly networkIds?: readonly string[] | null;
}

/** The networks of a new row, from the input of the mutation that creates the row. */
export const newNetworks = ({ allNetworks, networkIds }: NetworksInput): ChosenNetworks => ({
  allNetworks: allNetworks ?? false,
  networkIds: [...new Set(networkIds ?? [])],
});

/**
 * The networks after an update. Setting `allNetworks` empties the list `networkIds`; setting only `networkIds` makes
 * `allNetworks` false.
 */
export function networksAfter(before: ChosenNetworks, { allNetworks, networkIds }: NetworksInput): ChosenNetworks {
  if (networkIds != null) return { allNetworks: allNetworks ?? false, networkIds: [...new Set(networkIds)] };
  if (allNetworks == null || allNetworks === before.allNetworks) return before;
  return { allNetworks, networkIds: [] };
}

/** Throws 403 unless the viewer may write a row that applies to these networks. */
export function requireReachOfAll(viewer: Viewer, { allNetworks, networkIds }: ChosenNetworks, action: Action): void {
  if (allNetworks && !reachesEverything(viewer))
    throw new AppError('auth_permission_denied', { action, required: 'Admin of every network' });
  for (const networkId of networkIds) requireScope(viewer, { networkId });
}

/** Throws 400 unless the row either applies to all networks or names at least one network. */
export function requireNetworks({ allNetworks, networkIds }: ChosenNetworks): void {
  if (allNetworks && networkIds.length > 0) throw new AppError('validation_invalid_format', { field: 'networkIds' });
  if (!allNetworks && networkIds.length === 0) throw new AppError('validation_required', { field: 'networkIds' });
}
