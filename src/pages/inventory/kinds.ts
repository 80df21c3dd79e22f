// The kinds of rows on the inventory pages: their names, the fields that name a row, and the columns that a list shows
// by default. `scripts/inventory-kinds.mjs` reads queries, filters, orders and all other columns from the published
// schema.

export interface KindDescription {
  /** The name of the list in the API. */
  readonly list: string;
  readonly singular: string;
  readonly plural: string;
  /** Fields that form the display name of a row. */
  readonly title: readonly string[];
  /** Fields that form the display name on other pages, such as the host before the name of a port. */
  readonly titleElsewhere?: readonly string[];
  /** The columns that a list shows by default, besides the title. */
  readonly columns: readonly string[];
  /** Fields in which the search box looks for the typed text. Unused if the API's filter has a field `search`. */
  readonly search: readonly string[];
  /** A hint for the user: what can be entered in the search box. */
  readonly searchHint: string;
  /** Tells the user how to get rows of this kind, if there are none yet. */
  readonly nextStep: string;
  /** The topology view that draws these rows as nodes; absent if none does. */
  readonly mapView?: 'L2Physical' | 'L3Logical' | 'Workloads';
}

const scan = 'Scan the network, or import a file of another tool.';

export const kindGroups: readonly (readonly [title: string, kinds: readonly KindDescription[]])[] = [
  [
    'Machines',
    [
      {
        list: 'hosts',
        singular: 'host',
        plural: 'hosts',
        title: ['displayName'],
        columns: ['role', 'ipAddresses', 'manufacturer', 'os', 'tags', 'lastSeenAt'],
        search: [],
        searchHint: 'Name, address, MAC or serial number',
        nextStep: scan,
        mapView: 'L2Physical',
      },
      {
        list: 'interfaces',
        singular: 'interface',
        plural: 'interfaces',
        title: ['displayName'],
        titleElsewhere: ['host.displayName', 'displayName'],
        columns: ['host', 'ifName', 'operStatus', 'speedBps', 'macAddress', 'nativeVlan', 'lastSeenAt'],
        search: ['ifName', 'ifDescr', 'ifAlias', 'macAddress', 'host.name'],
        searchHint: 'Name, alias, MAC or host',
        nextStep: 'Give SNMP credentials of your switches on the organization page, then scan them.',
        mapView: 'L2Physical',
      },
      {
        list: 'ipAddresses',
        singular: 'IP address',
        plural: 'IP addresses',
        title: ['ipAddress'],
        columns: ['host', 'subnet', 'macAddress', 'name', 'lastSeenAt'],
        search: ['ipAddress', 'name', 'macAddress', 'host.name'],
        searchHint: 'Whole address, name, MAC or host',
        nextStep: scan,
      },
      {
        list: 'ports',
        singular: 'TCP or UDP port',
        plural: 'TCP and UDP ports',
        title: ['number', 'protocol'],
        columns: ['host', 'bindings', 'lastSeenAt'],
        search: ['number', 'host.name'],
        searchHint: 'Number or host',
        nextStep: scan,
      },
      {
        list: 'services',
        singular: 'service',
        plural: 'services',
        title: ['name'],
        columns: ['category', 'host', 'bindings', 'tags', 'lastSeenAt'],
        search: ['name', 'host.name'],
        searchHint: 'Name or host',
        nextStep: scan,
        mapView: 'Workloads',
      },
      {
        list: 'bindings',
        singular: 'binding',
        plural: 'bindings',
        title: ['service.name', 'ipAddress.ipAddress', 'port.number'],
        columns: ['host', 'service', 'ipAddress', 'port', 'lastSeenAt'],
        search: ['service.name', 'host.name', 'port.number'],
        searchHint: 'Service, host or port',
        nextStep: 'A binding is the address and port that a service listens on. Scans find them with their services.',
      },
    ],
  ],
  [
    'Networking',
    [
      {
        list: 'subnets',
        singular: 'subnet',
        plural: 'subnets',
        title: ['cidr', 'name'],
        columns: ['subnetType', 'vlans', 'ipAddresses', 'tags', 'lastSeenAt'],
        search: [],
        searchHint: 'Name or whole CIDR',
        nextStep: scan,
        mapView: 'L3Logical',
      },
      {
        list: 'vlans',
        singular: 'VLAN',
        plural: 'VLANs',
        title: ['vlanNumber', 'name'],
        columns: ['subnets', 'taggedInterfaces', 'nativeInterfaces', 'description', 'lastSeenAt'],
        search: ['name', 'vlanNumber', 'description'],
        searchHint: 'Name or number',
        nextStep: 'Give SNMP credentials of your switches on the organization page, then scan them.',
      },
      {
        list: 'routes',
        singular: 'route',
        plural: 'routes',
        title: ['destination'],
        columns: ['host', 'nextHop', 'nextHopHost', 'protocol', 'metric'],
        search: ['destination', 'host.name'],
        searchHint: 'Whole destination, or host',
        nextStep: 'Give SNMP credentials of your routers on the organization page, then scan them.',
      },
      {
        list: 'routingNeighbors',
        singular: 'routing neighbor',
        plural: 'routing neighbors',
        title: ['protocol', 'neighborAddress', 'neighborRouterId'],
        columns: ['host', 'neighborHost', 'state', 'remoteAs', 'interface'],
        search: ['neighborAddress', 'neighborRouterId', 'host.name'],
        searchHint: 'Whole address, router id or host',
        nextStep: 'Give SNMP credentials of your routers on the organization page, then scan them.',
      },
      {
        list: 'fhrpGroups',
        singular: 'gateway redundancy group',
        plural: 'gateway redundancy groups',
        title: ['protocol', 'groupNumber'],
        columns: ['virtualAddresses', 'namespace', 'updatedAt'],
        search: ['groupNumber', 'namespace'],
        searchHint: 'Number or namespace',
        nextStep: 'Routers that share an address by VRRP, HSRP or GLBP are read by SNMP.',
      },
      {
        list: 'wirelessAssociations',
        singular: 'wireless association',
        plural: 'wireless associations',
        title: ['clientMac'],
        columns: ['clientHost', 'accessPointHost', 'ssid', 'band', 'associatedSince'],
        search: ['clientMac', 'ssid', 'accessPointName', 'clientHost.name'],
        searchHint: 'MAC, SSID, access point or host',
        nextStep: 'Wireless clients are read from access points and controllers by SNMP.',
      },
    ],
  ],
  [
    'Arranged by people',
    [
      {
        list: 'addressReservations',
        singular: 'address reservation',
        plural: 'address reservations',
        title: ['firstAddress', 'purpose'],
        columns: ['lastAddress', 'subnet', 'until', 'createdByUser', 'description'],
        search: ['firstAddress', 'purpose', 'description'],
        searchHint: 'Whole first address, purpose or description',
        nextStep: 'Reserve a range of addresses on the page of its subnet.',
      },
      {
        list: 'groups',
        singular: 'group',
        plural: 'groups',
        title: ['name'],
        columns: ['groupType', 'memberType', 'tags', 'description', 'updatedAt'],
        search: ['name', 'description'],
        searchHint: 'Name or description',
        nextStep: 'A group draws services or bindings as one path, or as a hub and its spokes.',
      },
      {
        list: 'tags',
        singular: 'tag',
        plural: 'tags',
        title: ['name'],
        columns: ['color', 'isApplication', 'hosts', 'services', 'description'],
        search: ['name', 'description'],
        searchHint: 'Name or description',
        nextStep: 'A tag marks hosts, services and others. Admins make them.',
      },
      {
        list: 'savedViews',
        singular: 'saved view',
        plural: 'saved views',
        title: ['name'],
        columns: ['view', 'visibility', 'createdByUser', 'description', 'updatedAt'],
        search: ['name', 'description'],
        searchHint: 'Name or description',
        nextStep: 'Arrange the map, then save the view there.',
      },
      {
        list: 'plans',
        singular: 'plan',
        plural: 'plans',
        title: ['name'],
        columns: ['createdByUser', 'description', 'updatedAt'],
        search: ['name', 'description'],
        searchHint: 'Name or description',
        nextStep: 'Add what-if changes on the map, then keep them as a plan there.',
      },
      {
        list: 'snapshots',
        singular: 'snapshot',
        plural: 'snapshots',
        title: ['takenAt'],
        columns: ['name', 'createdByUser', 'createdAt'],
        search: ['name'],
        searchHint: 'Name',
        nextStep: 'A snapshot keeps the present state of the network for good.',
      },
      {
        list: 'networks',
        singular: 'network',
        plural: 'networks',
        title: ['name'],
        columns: ['hosts', 'subnets', 'daemons', 'tags', 'createdAt'],
        search: ['name'],
        searchHint: 'Name',
        nextStep: 'Admins make networks on the organization page.',
      },
    ],
  ],
  [
    'Discovery',
    [
      {
        list: 'linkDecisions',
        singular: 'link decision',
        plural: 'link decisions',
        title: ['verdict', 'interface.displayName', 'remoteHost.displayName'],
        columns: ['interface', 'remoteHost', 'remoteInterface', 'createdByUser', 'createdAt'],
        search: ['interface.ifName', 'interface.host.name', 'remoteHost.name'],
        searchHint: 'Interface or host',
        nextStep: 'Confirm, refute or propose a link in the details of its port on the map.',
      },
      {
        list: 'identitySuggestions',
        singular: 'identity suggestion',
        plural: 'identity suggestions',
        title: ['host.displayName', 'otherHost.displayName'],
        columns: ['state', 'host', 'otherHost', 'createdAt'],
        search: ['host.name', 'otherHost.name'],
        searchHint: 'Host',
        nextStep: 'Discovery suggests pairs of hosts that may be one machine; people answer them on the map.',
      },
      {
        list: 'daemons',
        singular: 'daemon',
        plural: 'daemons',
        title: ['name'],
        columns: ['host', 'mode', 'version', 'isUnreachable', 'lastSeen'],
        search: ['name', 'url', 'host.name'],
        searchHint: 'Name, address or host',
        nextStep: 'A daemon is an agent that scans the network from a machine in it.',
      },
      {
        list: 'discoveries',
        singular: 'discovery',
        plural: 'discoveries',
        title: ['name'],
        columns: ['daemon', 'scanCount', 'tags', 'updatedAt'],
        search: [],
        searchHint: 'Name',
        nextStep: 'A discovery is a job of a daemon, which scans at the times of a schedule or when you start it.',
      },
      {
        list: 'importPlans',
        singular: 'import plan',
        plural: 'import plans',
        title: ['fileName'],
        columns: ['created', 'changed', 'matched', 'refused', 'createdAt', 'expiresAt', 'appliedAt'],
        search: ['fileName', 'namespace'],
        searchHint: 'File or namespace',
        nextStep: 'Drop a file of another tool on the map: its plan is here for an hour, for you alone.',
      },
    ],
  ],
];

/** Lists that scans and imports fill. While empty, such a list links to the page that starts a scan or an import. */
export const filledLists: ReadonlySet<string> = new Set([
  ...kindGroups.slice(0, 2).flatMap(([, members]) => members.map(({ list }) => list)),
  ...['daemons', 'discoveries'],
]);

export const kindDescriptions: readonly KindDescription[] = kindGroups.flatMap(([, kinds]) => kinds);

/** Kinds without a list on the inventory pages, to which inventory rows refer. */
export const referredKinds: readonly KindDescription[] = [
  {
    list: 'credentials',
    singular: 'credential',
    plural: 'credentials',
    title: ['name'],
    columns: [],
    search: ['name'],
    searchHint: 'Name',
    nextStep: 'Admins make credentials on the organization page.',
  },
  {
    list: 'importPlanRows',
    singular: 'row of an import plan',
    plural: 'rows of import plans',
    title: ['action', 'kind', 'name', 'reason'],
    columns: [],
    search: [],
    searchHint: '',
    nextStep: 'Drop a file of another tool on the map.',
  },
];

/** Kinds whose rows are listed on another page, with the name of that page. */
export const listedElsewhere: Readonly<Record<string, string>> = {
  AuditEvent: 'the organization page',
  Check: 'the page of checks',
  CheckAcceptance: 'the page of checks',
  CheckVerdict: 'the page of checks',
  CheckVerdictChange: 'the page of checks',
  Credential: 'the organization page',
  DaemonApiKey: 'the account page',
  DiscoverySession: 'the runs on the map',
  EnrolmentCode: 'the page that fills a network',
  ImportPlanRow: 'the import plan on the map',
  Invite: 'the organization page',
  NeighborEvidence: 'the details of an interface',
  NetworkEvent: 'the API (docs/events.md)',
  Share: 'the organization page',
  Topology: 'the map',
  User: 'the organization page',
  UserApiKey: 'the account page',
  MailRule: 'the account page',
  Webhook: 'the organization page',
  WebhookDelivery: 'the organization page',
};
