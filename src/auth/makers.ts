// What people have given to others, invites and shares, is good while they could give it still: judged at every use.
import { demandOf, type Action } from './permissions';
import { rankOf, type Permissions } from '../data/tenancy/viewer';

/** Who made a grant, as they are now; null where they are gone. */
interface Maker {
  readonly permissions: Permissions;
  /** Of the grant's networks those that the maker was given. */
  readonly networkAccess: readonly { readonly networkId: string }[];
}
interface Grant {
  /** The rank that it gives, if it gives one. */
  readonly permissions?: Permissions;
  readonly networkIds: readonly string[];
}

/** Whether the maker may do the action now, has the rank that the grant gives, and reaches its networks. */
export function isStillGiven(
  maker: Maker | null,
  action: Action,
  { permissions = 'Viewer', networkIds }: Grant,
): boolean {
  if (!maker) return false;
  const rank = rankOf(maker.permissions);
  if (rank < Math.max(rankOf(demandOf(action).level), rankOf(permissions))) return false;
  // Owners and Admins reach every network.
  if (rank >= rankOf('Admin')) return true;
  return networkIds.every((id) => maker.networkAccess.some(({ networkId }) => networkId === id));
}
