// Checks that the creator of an invite or share still has the rights to create it. The check runs whenever the invite
// or share is used.
import { demandOf, type Action } from './permissions';
import { rankOf, type Permissions } from '../data/tenancy/viewer';

/** The current rights of the user who created an invite or share; null if the user was deleted. */
interface Maker {
  readonly permissions: Permissions;
  /** Those networks of the invite or share that its creator can still access. */
  readonly networkAccess: readonly { readonly networkId: string }[];
}
interface Grant {
  /** The role that the invite or share gives; undefined if it gives none. */
  readonly permissions?: Permissions;
  readonly networkIds: readonly string[];
}

/**
 * Whether the creator of an invite or share may still create it (`action`), has at least the granted role, and has
 * access to the granted networks.
 */
export function isStillGrantable(
  maker: Maker | null,
  action: Action,
  { permissions = 'Viewer', networkIds }: Grant,
): boolean {
  if (!maker) return false;
  const rank = rankOf(maker.permissions);
  if (rank < Math.max(rankOf(demandOf(action).level), rankOf(permissions))) return false;
  // Owners and Admins have access to every network.
  if (rank >= rankOf('Admin')) return true;
  return networkIds.every((id) => maker.networkAccess.some(({ networkId }) => networkId === id));
}
