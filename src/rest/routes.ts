// Every REST route, one import per entity.
import { auditEventRoutes } from '../entities/audit-event/audit-event.rest';
import { bindingRoutes } from '../entities/binding/binding.rest';
import { credentialRoutes } from '../entities/credential/credential.rest';
import { daemonApiKeyRoutes } from '../entities/daemon-api-key/daemon-api-key.rest';
import { daemonRoutes } from '../entities/daemon/daemon.rest';
import { dashboardRoutes } from '../entities/dashboard/dashboard.rest';
import { discoveryRoutes } from '../entities/discovery/discovery.rest';
import { discoverySessionRoutes } from '../entities/discovery-session/discovery-session.rest';
import { groupRoutes } from '../entities/group/group.rest';
import { historyRoutes } from '../entities/history/history.rest';
import { hostRoutes } from '../entities/host/host.rest';
import { interfaceRoutes } from '../entities/interface/interface.rest';
import { ipAddressRoutes } from '../entities/ip-address/ip-address.rest';
import { portRoutes } from '../entities/port/port.rest';
import { serviceRoutes } from '../entities/service/service.rest';
import { subnetRoutes } from '../entities/subnet/subnet.rest';
import { networkRoutes } from '../entities/network/network.rest';
import { organizationRoutes } from '../entities/organization/organization.rest';
import { publicShareRoutes } from '../entities/share/public-share.rest';
import { shareRoutes } from '../entities/share/share.rest';
import { snapshotRoutes } from '../entities/snapshot/snapshot.rest';
import { tagRoutes } from '../entities/tag/tag.rest';
import { topologyRoutes } from '../entities/topology/topology.rest';
import { userApiKeyRoutes } from '../entities/user-api-key/user-api-key.rest';
import { userRoutes } from '../entities/user/user.rest';
import { vlanRoutes } from '../entities/vlan/vlan.rest';
import { inviteRoutes } from '../entities/invite/invite.rest';
import type { Route } from './route';

export const routes: readonly Route[] = [
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
  ...ipAddressRoutes,
  ...portRoutes,
  ...serviceRoutes,
  ...subnetRoutes,
  ...networkRoutes,
  ...organizationRoutes,
  ...shareRoutes,
  ...publicShareRoutes,
  ...snapshotRoutes,
  ...tagRoutes,
  ...topologyRoutes,
  ...userApiKeyRoutes,
  ...userRoutes,
  ...vlanRoutes,
  ...inviteRoutes,
];
