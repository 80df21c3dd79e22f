// The schema: one import per entity, in any order.
import './scalars';
import './enums';
import '../entities/binding/binding.schema';
import '../entities/daemon/daemon.schema';
import '../entities/daemon/daemon-work.schema';
import '../entities/daemon/daemon-writes.schema';
import '../entities/daemon/daemon-protocol.schema';
import '../entities/dashboard/dashboard.schema';
import '../entities/discovery/discovery.metadata';
import '../entities/discovery/discovery.schema';
import '../entities/discovery-session/discovery-session.schema';
import '../entities/discovery-session/session-report.schema';
import '../entities/group/group.metadata';
import '../entities/group/group.schema';
import '../entities/host/host.schema';
import '../entities/interface/interface.schema';
import '../entities/ip-address/ip-address.schema';
import '../entities/port/port.metadata';
import '../entities/port/port.schema';
import '../entities/service/service.metadata';
import '../entities/service/service.schema';
import '../entities/subnet/subnet.metadata';
import '../entities/subnet/subnet.schema';
import '../entities/vlan/vlan.schema';
import '../entities/vlan/vlan-report.schema';
import '../entities/network/network.schema';
import '../entities/organization/organization.schema';
import '../entities/tag/tag-assignment.schema';
import '../entities/tag/tag.schema';
import '../entities/topology/topology.metadata';
import '../entities/topology/topology.schema';
import '../entities/topology/topology-graph.schema';
import '../entities/topology/topology-questions.schema';
import '../entities/topology/shared-topology.schema';
import '../entities/metadata/metadata.schema';
import '../entities/user-api-key/user-api-key.schema';
import '../entities/share/share.schema';
import '../entities/share/public-share.schema';
import '../entities/snapshot/snapshot.schema';
import '../entities/user/user.schema';
import '../entities/viewer/viewer.schema';
import '../entities/credential/credential.schema';
import '../entities/daemon-api-key/daemon-api-key.schema';
import '../entities/invite/invite.schema';
import { builder } from './builder';
import { describeCommon } from './descriptions';
import { guardFields } from './guarded-fields';
import { checkNestedCursors } from './nested-cursors';
import { guardOperations } from './public-operations';
import { readPlainColumns } from './plain-columns';
import { retryMutations } from './retried-mutations';
import { sharePaths } from './shared-paths';

const built = describeCommon(builder.toSchema({ sortSchema: true }));

export const schema = guardOperations(
  guardFields(retryMutations(readPlainColumns(sharePaths(checkNestedCursors(built))))),
);
