// The GraphQL query `metadata`: names, descriptions, icons and colors of API values, such as types of subnets. Also
// declares the metadata of roles and of kinds of entities.
import { actions, demandOf } from '../../../auth/permissions';
import type { UserOrgPermissions } from '../../../generated/prisma/enums';
import { builder } from '../../../graphql/builder';
import { enumRef } from '../../../graphql/enums';
import {
  looks,
  metadataGroups,
  readMetadata,
  registerMetadata,
  type MetadataRecord,
} from '../../../graphql/descriptions/metadata';

const entryRef = builder.objectRef<MetadataRecord>('MetadataEntry').implement({
  description: 'Name and appearance of one value.',
  fields: (t) => ({
    value: t.exposeString('id', { description: 'The value as the API spells it.' }),
    name: t.exposeString('name'),
    description: t.exposeString('description'),
    category: t.exposeString('category', { nullable: true }),
    icon: t.exposeString('icon', { nullable: true, description: 'Key of an icon or logo.' }),
    color: t.expose('color', { type: enumRef('Color'), nullable: true }),
    metadata: t.expose('metadata', { type: 'JSON', description: 'Further properties, an object.' }),
  }),
});

const groups = Object.entries(metadataGroups) as [keyof typeof metadataGroups, string][];
const registryRef = builder.objectRef<object>('MetadataRegistry').implement({
  description: 'Names and appearance of the values of the API, the same for every caller.',
  fields: (t) =>
    Object.fromEntries(
      groups.map(([group, description]) => [
        group,
        t.field({ type: [entryRef], description, resolve: () => readMetadata(group) }),
      ]),
    ),
});

builder.queryField('metadata', (t) =>
  t.field({
    type: registryRef,
    description: 'Names and appearance of the values of the API.',
    resolve: () => ({}),
  }),
);

const rank = (level: UserOrgPermissions) => ({
  /**
   * Operations whose minimum role is `level`. Users with the role `level` may also use operations with lower minimum
   * roles.
   */
  operations: actions.filter((action) => demandOf(action).level === level).sort(),
});
registerMetadata(
  'permissions',
  looks<UserOrgPermissions>({
    Viewer: ['Viewer', 'Reads and downloads the inventory of assigned networks.', 'eye', 'Gray'],
    Member: ['Member', 'Also writes the inventory of assigned networks.', 'user', 'Blue'],
    Admin: ['Admin', 'Also manages networks, tags, credentials and users of lower roles.', 'user-cog', 'Orange'],
    Owner: ['Owner', 'Has all rights, also on the organization itself.', 'crown', 'Yellow'],
  }).map((entry) => ({ ...entry, metadata: rank(entry.id as UserOrgPermissions) })),
);

registerMetadata(
  'entities',
  looks({
    Organization: ['Organization', 'A tenant: owner of networks, users, tags and credentials.', 'building', 'Blue'],
    User: ['User', 'A person with an account.', 'user', 'Blue'],
    UserApiKey: ['User API key', 'Access for programs, with at most the rights of its owner.', 'key', 'Blue'],
    DaemonApiKey: ['Daemon API key', 'Access for daemons to one network.', 'key', 'Green'],
    Network: ['Network', 'An observed site, data centre or branch.', 'globe', 'Gray'],
    Subnet: ['Subnet', 'An IP subnet.', 'network', 'Orange'],
    Host: ['Host', 'A device or virtual machine.', 'server', 'Blue'],
    IPAddress: ['IP address', 'An address of a host in a subnet.', 'at-sign', 'Sky'],
    Interface: ['Interface', 'A network interface of a host (IF-MIB ifTable).', 'ethernet-port', 'Cyan'],
    Port: ['Port', 'A transport port that a host listens on.', 'plug', 'Indigo'],
    Binding: ['Binding', 'An address or port that a service listens on.', 'link', 'Violet'],
    Service: ['Service', 'Software that runs on a host.', 'layers', 'Purple'],
    Group: ['Group', 'An ordered set of services or bindings.', 'group', 'Rose'],
    Tag: ['Tag', 'A label for entities; it can mark an application.', 'tag', 'Yellow'],
    VLAN: ['VLAN', 'A virtual LAN (IEEE 802.1Q).', 'split', 'Teal'],
    Discovery: ['Discovery', 'A scan job of a daemon, or the record of a finished run.', 'radar', 'Green'],
    DiscoverySession: ['Discovery session', 'An active discovery run.', 'activity', 'Green'],
    Daemon: ['Daemon', 'A discovery agent on a host of the network.', 'satellite-dish', 'Green'],
    Credential: ['Credential', 'An SNMP credential that discovery uses to read devices.', 'lock', 'Red'],
    Topology: ['Topology', 'Drawing options of a network, live or of a snapshot.', 'workflow', 'Pink'],
    Snapshot: ['Snapshot', 'The state of a network at one instant.', 'camera', 'Emerald'],
    Share: ['Share', 'A public link to one topology.', 'share', 'Lime'],
    Invite: ['Invite', 'An invitation to join the organization.', 'mail', 'Fuchsia'],
  }),
);

registerMetadata(
  'concepts',
  looks({
    Discovery: ['Discovery', 'Scanning a network for its inventory.', 'radar', 'Green'],
    Staleness: [
      'Staleness',
      'Not observed by discovery for longer than the limit of the network.',
      'hourglass',
      'Amber',
    ],
    Virtualization: ['Virtualization', 'Virtual machines on hypervisors.', 'boxes', 'Orange'],
    Containerization: ['Containerization', 'Services in containers.', 'container', 'Cyan'],
    Neighbor: [
      'Neighbor',
      'The device or port at the other end of a cable, as reported by LLDP or CDP.',
      'cable',
      'Teal',
    ],
    Application: ['Application', 'Services with a common application tag.', 'app-window', 'Violet'],
    Consolidation: ['Consolidation', 'Merging two hosts that are the same device.', 'merge', 'Blue'],
  }),
);

registerMetadata(
  'features',
  looks({
    graphql: ['GraphQL', 'All operations at /graphql, with selectable fields and filters.', 'braces', 'Pink'],
    rest: ['REST', 'The same operations below /api/v1.', 'route', 'Blue'],
    csv_export: ['CSV export', 'Lists as CSV files.', 'file-spreadsheet', 'Green'],
    zip_export: ['ZIP export', 'Hosts and their parts as an archive of CSV files.', 'file-archive', 'Green'],
    api_keys: ['API keys', 'Keys for programs, with at most the rights of their owner.', 'key', 'Yellow'],
  }),
);
