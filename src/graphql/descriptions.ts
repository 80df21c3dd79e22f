// Descriptions of what many types share, and of enums made from the data model: said once, for GraphiQL and the OpenAPI document.
import {
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  type GraphQLObjectType,
  type GraphQLSchema,
} from 'graphql';

const ofTypes: Readonly<Record<string, string>> = {
  AuditActorType: 'What kind of caller did something.',
  AuditEventType: 'What happened.',
  Color: 'Colours that a client may draw something in.',
  CredentialAssignmentInput: 'A credential that a host is asked with.',
  CredentialType: 'Version of SNMP that a credential is for.',
  DaemonMode: 'Who calls whom: the server its daemon, or the daemon its server.',
  DaemonVersionState: "How a daemon's version compares with the server's.",
  DaemonVersionWarning: 'Something about its version that the people behind a daemon should know.',
  DiscoveryPhase: 'How far a discovery session is; the last three are its ends.',
  DiscoveryType: 'What a discovery does; callers make Unified ones only.',
  EdgeStyle: 'How the lines of a group are drawn.',
  EntitySourceType: 'How something became known.',
  GroupMemberType: 'What a group orders: services, or bindings of services.',
  GroupType: 'How the members of a group are joined: one after the other, or each with the first.',
  HostVirtualizationDetails: 'What a hypervisor calls its virtual machine.',
  HostVirtualizationDetailsInput: 'What a hypervisor calls its virtual machine.',
  HostVirtualizationType: 'What kind of virtual machine a host is.',
  IfAdminStatus: 'What an interface is told to be.',
  IfOperStatus: 'What an interface is.',
  MatchConfidence: 'How sure a discovery is that it has recognized something.',
  LldpChassisIdSubtype: 'What kind of value an LLDP chassis id is (IEEE 802.1AB, 8.5.2).',
  LldpPortIdSubtype: 'What kind of value an LLDP port id is (IEEE 802.1AB, 8.5.3).',
  NeighborProtocol: 'The protocol that neighbours told of each other by.',
  RunType: 'When a discovery runs; Historical is a finished run.',
  ServiceVirtualizationDetails: 'What a container runtime calls its container.',
  ServiceVirtualizationDetailsInput: 'What a container runtime calls its container.',
  ServiceVirtualizationType: 'What kind of container a service runs in.',
  SubnetType: 'What a subnet is for.',
  TaggableEntityType: 'Kinds of things that can carry tags.',
  TopologyRuleInput: 'One rule of a topology: a name, or an object whose one key is the name.',
  TopologyTagFilterInput: 'Tags whose carriers a client fades or leaves out.',
  TopologyView: 'The ways that a topology is looked at.',
  TransportProtocol: 'Protocol of a port.',
  UserOrgPermissions: 'Roles in an organization, each with the rights of the lower: Owner, Admin, Member, Viewer.',
  WarningSeverity: 'How urgent a warning is.',
};

/** Values of enums of the data model whose names say too little. */
const ofValues: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  AuditActorType: {
    User: 'A person with a session.',
    UserApiKey: 'A program with the API key of a user.',
    Daemon: 'A daemon with its key.',
    Discovery: 'A run that was complete and had its findings settled.',
    System: 'The service itself, or someone at the database.',
  },
  AuditEventType: {
    Change: 'Rows of the inventory were made, changed or deleted.',
    SignInRefused: 'A wrong password; the last one before an account is locked says so in its details.',
    PasswordChanged: 'A user has another password.',
    UserAdded: 'Someone registered, or accepted an invite.',
    RightsChanged: 'Another role or other networks for a user.',
    KeyCreated: 'A new API key, of a user or a daemon.',
    KeyChanged: 'Name, rights, networks, expiry of a key, or whether it is enabled.',
    KeyRotated: 'A new token for a key; the old one died.',
    ApiAccessChanged: 'Whether API keys may be used in the organization.',
    InviteRevoked: 'An invite was deleted, with its organization reset too.',
    OrganizationChanged: 'Another name for the organization.',
    OrganizationReset: 'Everything but the users went.',
    NetworkChanged: 'Another name or time to staleness for a network.',
    NetworkDeleted: 'A network went with all that was in it and the history of that.',
    CredentialChanged: 'Name, type or secrets of a credential.',
    DiscoveryCreated: 'A discovery was set up; finished runs are no such event.',
    DaemonAdded: 'A daemon was provisioned or registered itself.',
  },
};

/** By the field's name, or by `Type.field` where the name alone says too little. */
const ofFields: Readonly<Record<string, string>> = {
  id: 'The same in GraphQL and REST, and for good.',
  createdAt: 'When it was made.',
  updatedAt: 'When it was last changed or seen.',
  name: 'For people; need not be unique unless the type says so.',
  description: 'Free text.',
  networkId: 'The network that it belongs to.',
  networkIds: 'Networks within reach.',
  organizationId: 'The organization that it belongs to.',
  hostId: 'The host that it is on.',
  subnetId: 'The subnet that it lies in.',
  serviceId: 'The service that it belongs to.',
  daemonId: 'The daemon that runs it.',
  userId: 'The user that it belongs to.',
  createdBy: 'The user who made it; null once that user is gone.',
  snapshotId: 'The snapshot that it is pinned to; null = live.',
  vlanNumber: '802.1Q number.',
  share: 'The share that was opened.',
  'DaemonRegistration.daemon': 'As it is registered now.',
  'ProvisionDaemonResult.daemon': 'The new daemon.',
  'CreateDaemonApiKeyResult.apiKey': 'The key without its secret.',
  'CreateUserApiKeyResult.apiKey': 'The key without its secret.',
  hostCount: 'Hosts in it.',
  serviceCount: 'Services in it.',
  daemonCount: 'Daemons in it.',
  topologyId: 'The topology that it shows.',
  tagId: 'The tag that is put on or taken off.',
  tags: 'Tags that it carries.',
  tagIds: 'Ids of the tags that it carries.',
  entityType: 'What kind of things the ids are of.',
  entityId: 'The thing that the tags are put on.',
  color: 'What clients draw it in.',
  source: 'How it became known.',
  mode: 'Who calls whom.',
  isEnabled: 'False: refused as long as it stays so.',
  expiresAt: 'When it ends; null = never.',
  hasPassword: 'Whether one is set; the password itself is never shown.',
  permissions: 'Role in the organization.',
  virtualizationMetadata: 'What it runs as, if it is virtual.',
  details: 'More about the type that is named beside it.',
  protocol: 'Protocol that it speaks or was told by.',
  type: 'Which kind of the ones that the type lists.',
  credentialId: 'The credential to ask with.',
  credentialIds: 'Credentials to ask with.',
  credentialType: 'Version of SNMP; tells which secrets it needs.',
  discoveryId: 'The discovery that it is a run of.',
  discoveryType: 'What is looked for, and how.',
  runType: 'When it runs.',
  subnetType: 'What the subnet is for.',
  groupType: 'How the members are joined.',
  edgeStyle: 'How its lines are drawn.',
  adminStatus: 'What the interface is told to be; null = never read.',
  operStatus: 'What the interface is; null = never read.',
  lldpChassisId: 'The neighbour as it names itself (lldpRemChassisId).',
  lldpPortId: 'Its port as it names it (lldpRemPortId).',
  lldpSysName: 'Its name (lldpRemSysName).',
  lldpPortDesc: 'How it describes its port (lldpRemPortDesc).',
  lldpSysDesc: 'How it describes itself (lldpRemSysDesc).',
  subtype: 'What kind of value it is.',
  value: 'In the notation of its kind.',
  serviceIds: 'Ids of services.',
  bindingIds: 'Ids of bindings.',
  subnetIds: 'Ids of subnets.',
  hostIds: 'Ids of hosts.',
  ipAddressIds: 'Ids of IP addresses.',
  interfaceIds: 'Ids of interfaces.',
  portIds: 'Ids of ports.',
  vlanIds: 'Ids of VLANs.',
  ipAddresses: 'Its addresses, in their order.',
  ports: 'Its open ports.',
  services: 'Its services, in their order.',
  interfaces: 'Its interfaces.',
  bindings: 'Addresses and ports that it listens on.',
  members: 'What it is made of, in order.',
  memberIds: 'What it is made of, in order; the first is the hub of a HubAndSpoke.',
  options: 'Switches of what is shown.',
  showZoomControls: 'Whether visitors may zoom.',
  showInspectPanel: 'Whether visitors may look into what they click on.',
  showExportButton: 'Whether visitors may take the picture with them.',
  requiresPassword: 'Whether visitors are asked for a password.',
  password: 'The password to check.',
  isApplication: 'Marks an application, which the Application view makes a box of.',
  emailSettings: 'Which mails the user wants.',
  emailVerified: 'Whether the address was proved to be theirs.',
  discoveryDigest: 'Mail about what discoveries have found.',
  daemonAlerts: 'Mail when a daemon is not heard of.',
  productOnboarding: 'Mail for the first steps.',
  trialAndUsage: 'Mail about the use of the service.',
  interfacedSubnetIds: 'Subnets that the daemon has an interface in.',
  versionStatus: "How its version compares with the server's.",
  version: 'Semantic version.',
  'DaemonVersionStatus.status': 'What to do about it.',
  warnings: 'What people should know; empty if nothing.',
  deprecationWarnings: 'What will stop working; empty if nothing.',
  serverVersion: 'Version of the server.',
  message: 'In words for people.',
  severity: 'How urgent it is.',
  serverCapabilities: 'What the server is able to do.',
  phase: 'How far it is.',
  reason: 'Why, in words for people.',
  error: 'What went wrong, in words for people.',
  hostsDiscovered: 'Hosts found so far.',
  startedAt: 'When the daemon began.',
  finishedAt: 'When it ended.',
  daemonVersion: 'Version of the daemon that ran it.',
  hostNamingFallback: 'What a host without a name is called by.',
  scanSettings: 'How thorough the scan is; null = as the server thinks best.',
  confidence: 'How sure it is.',
  category: 'What it is listed under.',
  containerName: 'Name of the container.',
  containerId: 'Id of the container, from its runtime.',
  'UpdateHostInput.hidden': 'Hidden hosts are in no topology.',
  local: 'What clients do with the graph; the server builds it all the same.',
  request: 'What the server builds the graph by.',
  bundleEdges: 'Lines between the same two boxes become one.',
  showMinimap: 'A small picture of the whole in the corner.',
  noFadeEdges: 'Lines stay as bright as they are when something is selected.',
  hideEdgeTypes: 'Kinds of lines that are not drawn.',
  tagFilter: 'Tags whose carriers are faded or left out.',
  hiddenHostTagIds: 'Hosts with one of these tags fade.',
  hiddenServiceTagIds: 'Services with one of these tags leave their cards.',
  hiddenSubnetTagIds: 'Subnets with one of these tags fade.',
  containerRules: 'What the outermost boxes of each view are made by.',
  L3Logical: 'In the view of subnets and addresses.',
  L2Physical: 'In the view of devices and cables.',
  Workloads: 'In the view of machines and what runs on them.',
  Application: 'In the view of applications and their services.',
};

const origins = /^(manufacturer|model|serialNumber|firmwareRevision|softwareRevision|os|sysName)Source$/;
const skipped = /((?<!TopologyTag)Filter|Connection|Edge|OrderBy|Order|Node|Container|Element)$/;

/** Fills in what authors left out; what a type says of itself stays. Operators of filters and edges of lists explain themselves. */
export function describeCommon(schema: GraphQLSchema): GraphQLSchema {
  for (const type of Object.values(schema.getTypeMap())) {
    type.description ??= ofTypes[type.name];
    if (isEnumType(type)) for (const value of type.getValues()) value.description ??= ofValues[type.name]?.[value.name];
    if (type === schema.getMutationType()) describeWrites(type);
    const isRoot = type === schema.getQueryType() || type === schema.getMutationType();
    if (isRoot || skipped.test(type.name) || type.name.startsWith('__')) continue;
    if (!isObjectType(type) && !isInputObjectType(type) && !isInterfaceType(type)) continue;
    for (const field of Object.values(type.getFields())) {
      const origin = origins.test(field.name)
        ? 'Where the value beside it comes from; null where there is none.'
        : undefined;
      field.description ??= ofFields[`${type.name}.${field.name}`] ?? ofFields[field.name] ?? origin;
    }
  }
  return schema;
}

/** What every create and every update does, where there is no more to say. */
function describeWrites(mutation: GraphQLObjectType): void {
  for (const field of Object.values(mutation.getFields())) {
    if (field.name.startsWith('create')) field.description ??= 'Makes one and answers it.';
    if (field.name.startsWith('update'))
      field.description ??=
        'Changes what the input names, leaves what it does not, clears what it names as null, and answers the whole.';
  }
}
