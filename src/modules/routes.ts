// Every REST route: one import per entity, the handlers that are no operation, and the calls on daemons, which go by routes.
import { auditEventRoutes } from './history/audit-event/audit-event.rest';
import { bindingRoutes } from './inventory/binding/binding.rest';
import { credentialRoutes } from './inventory/credential/credential.rest';
import { daemonApiKeyRoutes } from './discovery/daemon-api-key/daemon-api-key.rest';
import { withDialects } from './discovery/daemon/daemon-dialects.rest';
import { daemonRoutes } from './discovery/daemon/daemon.rest';
import { dashboardRoutes } from './inventory/dashboard/dashboard.rest';
import { discoveryRoutes } from './discovery/discovery/discovery.rest';
import { discoverySessionRoutes } from './discovery/session/discovery-session.rest';
import { groupRoutes } from './inventory/group/group.rest';
import { historyRoutes } from './history/history.rest';
import { hostRoutes } from './inventory/host/host.rest';
import { identityRoutes } from './inventory/host/merges/identity.rest';
import { integrationRoutes } from './inventory/integrations/integrations.rest';
import { linkDecisionRoutes } from './discovery/link-decision/link-decision.rest';
import { interfaceRoutes } from './inventory/interface/interface.rest';
import { ipAddressRoutes } from './inventory/ip-address/ip-address.rest';
import { portRoutes } from './inventory/port/port.rest';
import { routeRoutes } from './inventory/route/route.rest';
import { fhrpGroupRoutes } from './inventory/fhrp-group/fhrp-group.rest';
import { routingNeighborRoutes } from './inventory/routing-neighbor/routing-neighbor.rest';
import { wirelessAssociationRoutes } from './inventory/wireless-association/wireless-association.rest';
import { serviceRoutes } from './inventory/service/service.rest';
import { subnetRoutes } from './inventory/subnet/subnet.rest';
import { networkRoutes } from './access/network/network.rest';
import { organizationRoutes } from './access/organization/organization.rest';
import { publicShareRoutes, shareRoutes } from './access/share/share.rest';
import { savedViewRoutes } from './topology/saved-view/saved-view.rest';
import { snapshotRoutes } from './topology/snapshot/snapshot.rest';
import { tagRoutes } from './inventory/tag/tag.rest';
import { topologyRoutes } from './topology/schema/topology.rest';
import { userApiKeyRoutes } from './access/user-api-key/user-api-key.rest';
import { userRoutes } from './access/user/user.rest';
import { vlanRoutes } from './inventory/vlan/vlan.rest';
import { importPlanRoutes } from './discovery/importing/plan/import-plan.rest';
import { inviteRoutes } from './access/invite/invite.rest';
import type { Route } from '../rest/route';

export { invitePages } from './access/invite/invite.pages';
export { createServerPoll, type ServerPoll } from './discovery/server-poll/server-poll.rest';
export { oidcRoutes } from './access/oidc/oidc.routes';
export { registrationGate } from './access/sign-in/registration.sql';
export { signInRoutes } from './access/sign-in/sign-in.routes';

const all: readonly Route[] = [
  ...auditEventRoutes,
  ...bindingRoutes,
  ...credentialRoutes,
  ...daemonApiKeyRoutes,
  ...daemonRoutes,
  ...dashboardRoutes,
  ...discoveryRoutes,
  ...discoverySessionRoutes,
  ...groupRoutes,
  ...historyRoutes,
  ...hostRoutes,
  ...interfaceRoutes,
  ...identityRoutes,
  ...integrationRoutes,
  ...ipAddressRoutes,
  ...linkDecisionRoutes,
  ...portRoutes,
  ...routeRoutes,
  ...fhrpGroupRoutes,
  ...routingNeighborRoutes,
  ...wirelessAssociationRoutes,
  ...serviceRoutes,
  ...subnetRoutes,
  ...networkRoutes,
  ...organizationRoutes,
  ...savedViewRoutes,
  ...shareRoutes,
  ...publicShareRoutes,
  ...snapshotRoutes,
  ...tagRoutes,
  ...topologyRoutes,
  ...userApiKeyRoutes,
  ...userRoutes,
  ...vlanRoutes,
  ...importPlanRoutes,
  ...inviteRoutes,
];

/** Daemons of any age call some of them, each in its own words. */
export const routes: readonly Route[] = all.map(withDialects);
