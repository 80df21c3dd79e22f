// The networks that a row of an organization is for, such as a check or a webhook: chosen ones, or all.
import type { Action } from '../../auth/permissions';
import { requireScope } from '../../data/tenancy/rows';
import { reachesEverything, type Viewer } from '../../data/tenancy/viewer';
import { AppError } from '../../errors';

export interface ChosenNetworks {
  /** Whether it is for all networks of the organization, later ones included. */
  readonly allNetworks: boolean;
  /** Ids of the chosen networks; empty if it is for all. */
  readonly networkIds: readonly string[];
}
/** The networks in an input. Absent parts keep their value. */
export interface NetworksInput {
  readonly allNetworks?: boolean | null;
  readonly networkIds?: readonly string[] | null;
}

/** The networks of a new row. */
export const newNetworks = ({ allNetworks, networkIds }: NetworksInput): ChosenNetworks => ({
  allNetworks: allNetworks ?? false,
  networkIds: [...new Set(networkIds ?? [])],
});

/** The networks after a change. A change to all networks empties the list, and a list of networks ends "all". */
export function networksAfter(before: ChosenNetworks, { allNetworks, networkIds }: NetworksInput): ChosenNetworks {
  if (networkIds != null) return { allNetworks: allNetworks ?? false, networkIds: [...new Set(networkIds)] };
  if (allNetworks == null || allNetworks === before.allNetworks) return before;
  return { allNetworks, networkIds: [] };
}

/** Throws 403 unless the viewer may write a row that is for these networks. */
export function requireReachOfAll(viewer: Viewer, { allNetworks, networkIds }: ChosenNetworks, action: Action): void {
  if (allNetworks && !reachesEverything(viewer))
    throw new AppError('auth_permission_denied', { action, required: 'Admin of every network' });
  for (const networkId of networkIds) requireScope(viewer, { networkId });
}

/** Throws 400 unless the row is either for all networks or for at least one. */
export function requireNetworks({ allNetworks, networkIds }: ChosenNetworks): void {
  if (allNetworks && networkIds.length > 0) throw new AppError('validation_invalid_format', { field: 'networkIds' });
  if (!allNetworks && networkIds.length === 0) throw new AppError('validation_required', { field: 'networkIds' });
}
