// GraphQL type and queries of daemons, the agents that discover a network from inside.
import { builder } from '../../../graphql/builder';
import { joinIds, joinList } from '../../../graphql/common-fields';
import { listedEntity } from '../../../graphql/entity/listed-entity';
import { choice, flag, id, of, optional, time } from '../../../graphql/entity/sheet-fields';
import { relatedList } from '../../../graphql/lists/list';
import { userRelation } from '../../access';
import { daemonVersionStatus } from '../protocol/daemon-version';
import { daemonSystem, daemonSystems } from './daemon-os';
import { versionStatusRef } from './daemon-version.schema';

const daemonSystemEnum = builder.enumType('DaemonOs', { values: daemonSystems });
const bySubnet = [{ subnetId: 'asc' }];

listedEntity('Daemon', {
  mixins: ['tags'],
  fields: {
    hostId: id(),
    userId: optional(id()),
    apiKeyId: optional(id()),
    name: of('String'),
    mode: choice('DaemonMode'),
    url: of('String'),
    version: optional(of('String')),
    lastSeen: optional(time()),
    isUnreachable: flag(),
    standby: flag(),
  },
  list: { name: 'daemons', description: 'Daemons, oldest first by default.' },
  getter: { name: 'daemon' },
  filter: {
    network: true,
    host: true,
    discoveries: true,
    interfacedSubnets: ['interfacedSubnets', 'subnet'],
  },
  order: ['name', 'lastSeen', 'networkId', 'mode', 'version'],
});

builder.prismaObjectFields('Daemon', (t) => ({
  host: t.relation('host', { nullable: true }),
  user: userRelation(t, 'user', 'User who maintains the daemon; null after that user is deleted.'),
  apiKey: t.relation('apiKey', { nullable: true }),
  os: t.field({
    type: daemonSystemEnum,
    nullable: true,
    description: 'Operating system of the machine that the daemon runs on, as discovery read it; null if unknown.',
    select: { host: { select: { os: true } } },
    resolve: ({ host }) => daemonSystem(host?.os),
  }),
  versionStatus: t.field({
    type: versionStatusRef,
    select: { version: true },
    resolve: ({ version }) => daemonVersionStatus(version),
  }),
  confirmedAt: t.expose('confirmedAt', {
    type: 'DateTime',
    nullable: true,
    description:
      'Time from which the daemon may receive the credentials of its network: when it was provisioned or a user confirmed it. Null: it receives none.',
  }),
  interfacedSubnetIds: joinIds(t, 'interfacedSubnets', 'subnetId', { orderBy: bySubnet }),
  interfacedSubnets: joinList(t, 'Daemon', 'interfacedSubnets', 'subnet', {
    description: 'Subnets that the daemon has an interface in.',
    orderBy: bySubnet,
  }),
  discoveries: relatedList(t, 'discoveries', 'Daemon'),
  discoverySessions: relatedList(t, 'discoverySessions', 'Daemon'),
}));
