// Whom the writes of a viewer are put down to.
import { isDaemon, type Viewer } from './viewer';
import { actAs, type Actor } from './acting';

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

/** For background work: its writes are attributed to the discovery that they follow from. */
export const actAsDiscovery = <T>(discoveryId: string, work: () => T): T =>
  actAs({ actorType: 'Discovery', discoveryId }, work);
