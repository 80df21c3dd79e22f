// The metadata registry in GraphQL, and the groups that belong to no single entity.
import { actions, demandOf } from '../../../auth/permissions';
import type { UserOrgPermissions } from '../../../generated/prisma/enums';
import { builder } from '../../../graphql/builder';
import { enumRef } from '../../../graphql/enums';
import { looks, metadataGroups, metadataOf, registerMetadata, type ToldEntry } from '../../../graphql/metadata';

const entryRef = builder.objectRef<ToldEntry>('MetadataEntry').implement({
  description: 'Name and appearance of one value.',
  fields: (t) => ({
    id: t.exposeString('id', { description: 'The value as the API spells it.' }),
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
        t.field({ type: [entryRef], description, resolve: () => metadataOf(group) }),
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
  /** Operations that ask for just this rank; the lower ranks' come along. */
  operations: actions.filter((action) => demandOf(action).level === level).sort(),
});
registerMetadata(
  'permissions',
  looks<UserOrgPermissions>({
    Viewer: ['Viewer', 'Reads and downloads everything in the own networks.', 'eye', 'Gray'],
    Member: ['Member', 'Writes the inventory of the own networks.', 'user', 'Blue'],
    Admin: ['Admin', 'Manages networks, tags, credentials and users of lower rank.', 'user-cog', 'Orange'],
    Owner: ['Owner', 'Does everything, also to the organization itself.', 'crown', 'Yellow'],
  }).map((entry) => ({ ...entry, metadata: rank(entry.id as UserOrgPermissions) })),
);

registerMetadata(
  'entities',
  looks({
    Organization: ['Organization', 'Owns networks, users, tags and credentials.', 'building', 'Blue'],
    User: ['User', 'A person of the organization.', 'user', 'Blue'],
    UserApiKey: ['User API key', 'Lets a program act with at most the rights of a person.', 'key', 'Blue'],
    DaemonApiKey: ['Daemon API key', 'Lets a daemon report to its network.', 'key', 'Green'],
    Network: ['Network', 'What is scanned and shown as a whole.', 'globe', 'Gray'],
    Subnet: ['Subnet', 'A range of addresses of a network.', 'network', 'Orange'],
    Host: ['Host', 'A device, or a virtual machine.', 'server', 'Blue'],
    IPAddress: ['IP address', 'An address of a host in a subnet.', 'at-sign', 'Sky'],
    Interface: ['Interface', 'A port of a device as it reports it.', 'ethernet-port', 'Cyan'],
    Port: ['Port', 'A transport port that a host listens on.', 'plug', 'Indigo'],
    Binding: ['Binding', 'Where a service can be reached: an address or a port.', 'link', 'Violet'],
    Service: ['Service', 'Software that runs on a host.', 'layers', 'Purple'],
    Group: ['Group', 'Services or bindings that belong together, in an order.', 'group', 'Rose'],
    Tag: ['Tag', 'A label; it may mark an application.', 'tag', 'Yellow'],
    VLAN: ['VLAN', 'A virtual network by its 802.1Q number.', 'split', 'Teal'],
    Discovery: ['Discovery', 'A job of a daemon, or the record of a finished run.', 'radar', 'Green'],
    DiscoverySession: ['Discovery session', 'A run that has not ended.', 'activity', 'Green'],
    Daemon: ['Daemon', 'Discovers a network from inside.', 'satellite-dish', 'Green'],
    Credential: ['Credential', 'What a daemon signs in to devices with.', 'lock', 'Red'],
    Topology: ['Topology', 'A view of a network with its options.', 'workflow', 'Pink'],
    Snapshot: ['Snapshot', 'One instant of a network, kept.', 'camera', 'Emerald'],
    Share: ['Share', 'A link that shows a topology to others.', 'share', 'Lime'],
    Invite: ['Invite', 'Lets a person join the organization.', 'mail', 'Fuchsia'],
  }),
);

registerMetadata(
  'concepts',
  looks({
    Discovery: ['Discovery', 'Finding out by scanning what is in a network.', 'radar', 'Green'],
    Staleness: ['Staleness', 'Not seen by a discovery for longer than the network allows.', 'hourglass', 'Amber'],
    Virtualization: ['Virtualization', 'A host that runs on a hypervisor.', 'boxes', 'Orange'],
    Containerization: ['Containerization', 'A service that runs in a container.', 'container', 'Cyan'],
    Neighbor: ['Neighbor', 'The device at the other end of a port, as LLDP or CDP tells.', 'cable', 'Teal'],
    Application: ['Application', 'Services that a tag marks as one application.', 'app-window', 'Violet'],
    Consolidation: ['Consolidation', 'Making one host of two that are the same device.', 'merge', 'Blue'],
  }),
);

registerMetadata(
  'features',
  looks({
    graphql: ['GraphQL', 'Every operation at /graphql, with free choice of fields and filters.', 'braces', 'Pink'],
    rest: ['REST', 'The same operations below /api/v1.', 'route', 'Blue'],
    csv_export: ['CSV export', 'Every list as a file.', 'file-spreadsheet', 'Green'],
    zip_export: ['ZIP export', 'Hosts and what is on them as an archive of CSV files.', 'file-archive', 'Green'],
    api_keys: ['API keys', 'Programs sign in with keys that never exceed their owner.', 'key', 'Yellow'],
  }),
);
