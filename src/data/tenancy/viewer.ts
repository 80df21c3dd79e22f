// The viewer: the user or daemon that sends a request, and its current access rights.
import { AppError } from '../../errors';
import { nilId } from '../../platform/text/validation';
import type { Actor } from '../acting';

/** Roles from low to high. Each role includes the permissions of the lower roles. */
export const ranks = ['Viewer', 'Member', 'Admin', 'Owner'] as const;
export type Permissions = (typeof ranks)[number];

interface Reach {
  readonly organizationId: string;
  /**
   * Ids of the networks that the viewer can access: for Owners and Admins all of the organization's, but never more
   * than the API key allows; for a daemon only the network of its key.
   */
  readonly networkIds: readonly string[];
  /** Id of the session or of the key. */
  readonly credentialId: string;
}

export interface UserViewer extends Reach {
  readonly via: 'session' | 'userApiKey';
  readonly userId: string;
  /** The effective role: for an API key, the lower of the key's role and its owner's role. */
  readonly permissions: Permissions;
  /** Whether the viewer is an API key that cannot access every current network of the organization. */
  readonly isNarrowed: boolean;
}

/**
 * What the header `X-Daemon-ID` names: nothing (`absent`), no registered daemon of the organization (`unknown`), a
 * daemon of another network (`otherNetwork`) or with another key (`otherKey`), or the calling daemon itself (`own`).
 */
export type DaemonIdentity = 'absent' | 'unknown' | 'otherNetwork' | 'otherKey' | 'own';

export interface DaemonViewer extends Reach {
  readonly via: 'daemonApiKey';
  readonly identity: DaemonIdentity;
  /**
   * The value of the header `X-Daemon-ID`, if it is a UUID. Before registration this is the id that the daemon asks to
   * have.
   */
  readonly namedDaemonId?: string;
  /** The id of the registered daemon; undefined until it has registered. */
  readonly daemonId?: string;
  /** The version that the registered daemon last reported. */
  readonly version?: string;
  /** Whether the daemon is on standby: from 30 days without a discovery run until the next run starts. */
  readonly isOnStandby: boolean;
}

export type Viewer = UserViewer | DaemonViewer;

/**
 * The viewer with one more network, which its request is about to create. The id is new, so it gives access to no
 * existing network.
 */
export const reaching = <V extends Viewer>(viewer: V, newNetworkId: string): V =>
  frozen({ ...viewer, networkIds: [...viewer.networkIds, newNetworkId] });

/** Freezes a viewer: its access rights are determined at the start of a request and must not change afterwards. */
export function frozen<V extends Viewer>(viewer: V): V {
  Object.freeze(viewer.networkIds);
  return Object.freeze(viewer);
}

interface OwnedNetwork {
  readonly id: string;
  readonly organizationId: string;
}

/**
 * The viewer with which the service itself reads a network for checks and events. This viewer has access only to that
 * network.
 */
export const viewerOfNetwork = ({ id, organizationId }: OwnedNetwork): UserViewer =>
  frozen({
    ...{ via: 'session', userId: nilId, permissions: 'Viewer', isNarrowed: true },
    ...{ organizationId, networkIds: [id], credentialId: nilId },
  });

export const isDaemon = (viewer: Viewer): viewer is DaemonViewer => viewer.via === 'daemonApiKey';

/** The viewer as a user. Throws 403 `auth_user_context_required` for a daemon. */
export function userOf(viewer: Viewer): UserViewer {
  if (isDaemon(viewer)) throw new AppError('auth_user_context_required');
  return viewer;
}

/**
 * Returns the ids of the registered daemon that calls and of its network. Throws 403 `auth_daemon_required` for any
 * other caller, and 403 `daemon_identity_mismatch` if the request names another daemon (`namedId`).
 */
export function daemonOf(viewer: Viewer, namedId?: string): { readonly daemonId: string; readonly networkId: string } {
  const { daemonId, networkIds } = isDaemon(viewer) ? viewer : {};
  if (daemonId === undefined || !networkIds) throw new AppError('auth_daemon_required');
  if (namedId !== undefined && namedId.toLowerCase() !== daemonId) throw new AppError('daemon_identity_mismatch');
  return { daemonId, networkId: networkIds[0]! };
}

/** The `source` of rows that this caller creates: daemons discover rows, users enter them. */
export const sourceOf = (viewer: Viewer): 'Manual' | 'Discovery' => (isDaemon(viewer) ? 'Discovery' : 'Manual');

export const rankOf = (permissions: Permissions): number => ranks.indexOf(permissions);

export const lesserPermissions = (a: Permissions, b: Permissions): Permissions => (rankOf(a) <= rankOf(b) ? a : b);

/** Whether a user has at least this role. Daemons have no role: `permissions.ts` lists their operations. */
export function atLeast(viewer: Viewer, level: Permissions): boolean {
  return !isDaemon(viewer) && rankOf(viewer.permissions) >= rankOf(level);
}

/**
 * Whether the viewer has access to every network, including later ones: true for Owners, Admins and their keys that are
 * not narrowed.
 */
export const reachesEverything = (viewer: Viewer): boolean =>
  !isDaemon(viewer) && atLeast(viewer, 'Admin') && !viewer.isNarrowed;

/** The actor to which history and audit events attribute a viewer's writes. */
export function actorOf(viewer: Viewer): Actor {
  const { organizationId, credentialId } = viewer;
  // A daemon that has not registered yet has no id. Its writes name the id that it asks to have in `X-Daemon-ID`.
  if (isDaemon(viewer))
    return { actorType: 'Daemon', organizationId, daemonId: viewer.daemonId ?? viewer.namedDaemonId };
  const { userId } = viewer;
  return viewer.via === 'session'
    ? { actorType: 'User', organizationId, userId }
    : { actorType: 'UserApiKey', organizationId, userId, userApiKeyId: credentialId };
}
