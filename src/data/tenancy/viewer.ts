// The viewer: who is asking, a user or a daemon, and what they may reach at this moment.
import { AppError } from '../../errors';
import type { Actor } from '../acting';

/** Ranks from low to high; each includes the rights of the lower ones. */
export const ranks = ['Viewer', 'Member', 'Admin', 'Owner'] as const;
export type Permissions = (typeof ranks)[number];

interface Reach {
  readonly organizationId: string;
  /**
   * Networks within reach now: all of the organization's for Owner and Admin, and never more than a key was given; of a
   * daemon its key's alone.
   */
  readonly networkIds: readonly string[];
  /** Id of the session or of the key. */
  readonly credentialId: string;
}

export interface UserViewer extends Reach {
  readonly via: 'session' | 'userApiKey';
  readonly userId: string;
  /** The rank they act with now: for a key the lesser of its own and its owner's. */
  readonly permissions: Permissions;
  /** A key that does not reach every network of the organization, as the networks are now. */
  readonly isNarrowed: boolean;
}

/**
 * What the header `X-Daemon-ID` names: nothing, no daemon of the organization that has registered with a key, a daemon
 * of another network or of another key, or the caller.
 */
export type DaemonIdentity = 'absent' | 'unknown' | 'otherNetwork' | 'otherKey' | 'own';

export interface DaemonViewer extends Reach {
  readonly via: 'daemonApiKey';
  readonly identity: DaemonIdentity;
  /** The header as it was sent, if it is a UUID: before registering, the id that the daemon wants. */
  readonly namedDaemonId?: string;
  /** The registered daemon that asks; absent until it has registered. */
  readonly daemonId?: string;
  /** Version of the registered daemon, as it said last. */
  readonly version?: string;
  /** 30 days without a discovery; the start of a session wakes the daemon. */
  readonly isOnStandby: boolean;
}

export type Viewer = UserViewer | DaemonViewer;

/** The viewer that reaches a network besides: one that its request is making, of an id just drawn, which hides no other's. */
export const reaching = <V extends Viewer>(viewer: V, newNetworkId: string): V =>
  frozen({ ...viewer, networkIds: [...viewer.networkIds, newNetworkId] });

/** What a viewer may reach is judged once, at the start of a request: nothing changes it afterwards. */
export function frozen<V extends Viewer>(viewer: V): V {
  Object.freeze(viewer.networkIds);
  return Object.freeze(viewer);
}

export const isDaemon = (viewer: Viewer): viewer is DaemonViewer => viewer.via === 'daemonApiKey';

/** The user who asks; a daemon has none: 403 `auth_user_context_required`. */
export function userOf(viewer: Viewer): UserViewer {
  if (isDaemon(viewer)) throw new AppError('auth_user_context_required');
  return viewer;
}

/**
 * The registered daemon that asks, for operations that `permissions.ts` opens to such alone. A daemon speaks for itself:
 * an id that it names must be its own, else 403 `daemon_identity_mismatch`.
 */
export function daemonOf(viewer: Viewer, namedId?: string): { readonly daemonId: string; readonly networkId: string } {
  const { daemonId, networkIds } = isDaemon(viewer) ? viewer : {};
  if (daemonId === undefined || !networkIds) throw new AppError('auth_daemon_required');
  if (namedId !== undefined && namedId.toLowerCase() !== daemonId) throw new AppError('daemon_identity_mismatch');
  return { daemonId, networkId: networkIds[0]! };
}

/** How rows that this caller makes became known. */
export const sourceOf = (viewer: Viewer): 'Manual' | 'Discovery' => (isDaemon(viewer) ? 'Discovery' : 'Manual');

export const rankOf = (permissions: Permissions): number => ranks.indexOf(permissions);

export const lesserOf = (a: Permissions, b: Permissions): Permissions => (rankOf(a) <= rankOf(b) ? a : b);

/** Daemons have no rank: what they may do is listed for each operation. */
export function atLeast(viewer: Viewer, level: Permissions): boolean {
  return !isDaemon(viewer) && rankOf(viewer.permissions) >= rankOf(level);
}

/** Whether every network is within reach and stays so: true of Owners, Admins and their keys that are not narrowed. */
export const reachesEverything = (viewer: Viewer): boolean =>
  !isDaemon(viewer) && atLeast(viewer, 'Admin') && !viewer.isNarrowed;

/** The actor of a viewer's writes. */
export function actorOf(viewer: Viewer): Actor {
  const { organizationId, credentialId } = viewer;
  // A daemon that has not registered yet is known by its key only.
  if (isDaemon(viewer))
    return { actorType: 'Daemon', organizationId, daemonId: viewer.daemonId ?? viewer.namedDaemonId };
  const { userId } = viewer;
  return viewer.via === 'session'
    ? { actorType: 'User', organizationId, userId }
    : { actorType: 'UserApiKey', organizationId, userId, userApiKeyId: credentialId };
}
