// Describes the forms of the inventory pages: which fields they show, in which order, and under which labels. Types and
// bounds of the fields come from the published GraphQL schema (scripts/inventory-forms.mjs), help texts from
// form-hints.ts.

/**
 * Describes a part of a form: rows of another kind that are created together with a new row, such as ports of a host.
 */
export interface PartDescription {
  /** Inputs of the API that the form does not offer, each with the reason, which the form shows. */
  readonly leftOut?: Readonly<Record<string, string>>;
  readonly within?: FormDescription['within'];
  readonly parts?: Readonly<Record<string, PartDescription>>;
}

/**
 * Describes the form for one kind of row. A field is named by its path in the API's input, such as
 * `members.serviceIds`.
 */
export interface FormDescription {
  /**
   * The fields that are always visible, in the order of the form. All other fields follow in a collapsible section, in
   * the order of the schema.
   */
  readonly first: readonly string[];
  /** Inputs of the API that the form does not offer, each with the reason, which the form shows. */
  readonly leftOut?: Readonly<Record<string, string>>;
  /**
   * For a field with ids of rows: the API list that contains these rows. Needed only if the schema does not name the
   * list.
   */
  readonly references?: Readonly<Record<string, string>>;
  /** For a field whose path in a returned row differs from its path in the input: the path in the returned row. */
  readonly stored?: Readonly<Record<string, string>>;
  readonly labels?: Readonly<Record<string, string>>;
  readonly parts?: Readonly<Record<string, PartDescription>>;
  /**
   * Narrows the rows offered for selection in a field: the API filter to use, and the form field that supplies its
   * value.
   */
  readonly within?: Readonly<Record<string, readonly [filter: string, field: string]>>;
  /** Shows a field only while another field has one of the listed values. The first item is the other field's name. */
  readonly shownWith?: Readonly<Record<string, readonly [field: string, ...values: string[]]>>;
  /**
   * Restricts the choices of an enum field. If only one value remains, the form hides the field and sends this value.
   */
  readonly choices?: Readonly<Record<string, readonly string[]>>;
  /** For a field that takes an IP address: the name of the field with the address's subnet. */
  readonly addressIn?: Readonly<Record<string, string>>;
  /** Names of list fields whose order matters. */
  readonly ordered?: readonly string[];
  /** Lists that the form sends even when empty. Other empty lists are left out of the request. */
  readonly sentEmpty?: readonly string[];
  /** Fields that a clone of a row does not copy, mostly identifiers such as MAC addresses. */
  readonly notCloned?: readonly string[];
}

const ofMap = 'arranged on the map';
const ofOwnForm = 'in their own form, after this one';
const ofOrder = 'as they stand here';

export const formDescriptions: Readonly<Record<string, FormDescription>> = {
  daemons: {
    first: ['name', 'url'],
    leftOut: { userId: 'the forms list rows of one network, and users are of the organization' },
  },
  hosts: {
    first: ['name', 'hostname', 'role', 'description', 'tagIds', 'hidden'],
    references: { credentialAssignments: 'credentials' },
    stored: { credentialAssignments: 'credentialIds' },
    labels: {
      credentialAssignments: 'Credentials',
      'virtualizationMetadata.type': 'Virtualization platform',
      'virtualizationMetadata.details.vmName': 'Virtual machine name',
      'virtualizationMetadata.details.vmId': 'Virtual machine ID',
      virtualizationServiceId: 'Hypervisor',
    },
    ordered: ['credentialAssignments'],
    parts: {
      ipAddresses: { leftOut: { position: ofOrder, macAddressSource: 'discovery says it' } },
      ports: { leftOut: { certificate: 'discovery reads it', sshHostKeys: 'discovery reads them' } },
      interfaces: { leftOut: { fdbMacs: ofOwnForm } },
      services: {
        leftOut: { position: ofOrder, virtualizationMetadata: ofOwnForm, virtualizationServiceId: ofOwnForm },
        parts: { bindings: { leftOut: { type: 'follows from address and port' } } },
      },
    },
    notCloned: ['hostname', 'chassisId', 'managementUrl', 'virtualizationMetadata.details.vmId'],
  },
  interfaces: {
    first: ['hostId', 'ifDescr', 'ifIndex', 'ifName', 'ifAlias', 'nativeVlanId', 'vlanIds', 'macAddress', 'operStatus'],
    references: { vlanIds: 'vlans' },
    labels: { vlanIds: 'Tagged VLANs' },
    within: { ipAddressId: ['hostId.eq', 'hostId'] },
    notCloned: ['macAddress', 'ipAddressId', 'fdbMacs'],
  },
  ipAddresses: {
    first: ['hostId', 'subnetId', 'ipAddress', 'macAddress', 'name'],
    addressIn: { ipAddress: 'subnetId' },
    notCloned: ['ipAddress', 'macAddress', 'position'],
  },
  ports: { first: ['hostId', 'number', 'protocol'] },
  services: {
    first: ['hostId', 'name', 'serviceDefinition', 'tagIds'],
    labels: {
      serviceDefinition: 'Software',
      virtualizationMetadata: 'Container',
      'virtualizationMetadata.type': 'Container of',
      'virtualizationMetadata.details.containerId': 'Container ID',
      'virtualizationMetadata.details.containerName': 'Container name',
      virtualizationServiceId: 'Container runtime',
    },
    parts: {
      bindings: {
        leftOut: { type: 'follows from address and port' },
        within: { ipAddressId: ['hostId.eq', 'hostId'], portId: ['hostId.eq', 'hostId'] },
      },
    },
    notCloned: ['position', 'virtualizationMetadata.details.containerId'],
  },
  bindings: {
    first: ['serviceId', 'type', 'ipAddressId', 'portId'],
    within: {
      ipAddressId: ['host.services.some.id.eq', 'serviceId'],
      portId: ['host.services.some.id.eq', 'serviceId'],
    },
  },
  subnets: {
    first: ['cidr', 'name', 'subnetType', 'description', 'tagIds'],
    labels: { virtualizationServiceId: 'Container runtime' },
    notCloned: ['cidr'],
  },
  vlans: {
    first: ['vlanNumber', 'name', 'description'],
    leftOut: { source: 'entered by hand' },
    notCloned: ['vlanNumber'],
  },
  addressReservations: {
    first: ['subnetId', 'firstAddress', 'lastAddress', 'purpose', 'until', 'description'],
    notCloned: ['firstAddress', 'lastAddress'],
  },
  groups: {
    first: [
      ...['name', 'groupType', 'members.type', 'members.serviceIds', 'members.bindingIds'],
      ...['color', 'edgeStyle', 'description', 'tagIds'],
    ],
    references: { 'members.serviceIds': 'services', 'members.bindingIds': 'bindings' },
    stored: {
      'members.type': 'memberType',
      'members.serviceIds': 'memberIds.serviceIds',
      'members.bindingIds': 'memberIds.bindingIds',
    },
    labels: { 'members.type': 'Members are', 'members.serviceIds': 'Services', 'members.bindingIds': 'Bindings' },
    shownWith: {
      'members.serviceIds': ['members.type', 'Services'],
      'members.bindingIds': ['members.type', 'Bindings'],
    },
    ordered: ['members.serviceIds', 'members.bindingIds'],
    sentEmpty: ['members.serviceIds', 'members.bindingIds'],
  },
  tags: { first: ['name', 'color', 'description', 'isApplication'] },
  networks: { first: ['name', 'staleAfterHours', 'tagIds'], labels: { credentialIds: 'Credentials' } },
  savedViews: {
    first: ['name', 'visibility', 'description'],
    leftOut: {
      ...{ topologyId: ofMap, view: ofMap, state: ofMap, positions: ofMap, routes: ofMap, shownAt: ofMap },
      comparedAt: ofMap,
    },
  },
  plans: { first: ['name', 'description'], leftOut: { changes: 'chosen on the map' } },
  snapshots: { first: ['name'] },
  linkDecisions: { first: ['interfaceId', 'remoteInterfaceId', 'remoteHostId', 'verdict'] },
  discoveries: {
    first: [
      ...['name', 'daemonId', 'discoveryType.hostId', 'discoveryType.subnetIds'],
      ...['runType.type', 'runType.cronSchedule', 'runType.timezone', 'runType.enabled', 'forceFullScan', 'tagIds'],
    ],
    references: { 'discoveryType.hostId': 'hosts', 'discoveryType.subnetIds': 'subnets' },
    labels: {
      'discoveryType.hostId': 'Host of the daemon',
      'discoveryType.subnetIds': 'Subnets',
      'discoveryType.hostNamingFallback': 'Hosts without a name',
      'discoveryType.scanSettings': 'Settings of the daemon',
      'runType.type': 'Runs',
      'runType.cronSchedule': 'Schedule',
      'runType.timezone': 'Time zone',
      'runType.enabled': 'Schedule is active',
    },
    within: { 'discoveryType.hostId': ['daemons.some.id.eq', 'daemonId'] },
    choices: { 'discoveryType.type': ['Unified'], 'runType.type': ['Scheduled', 'AdHoc'] },
    shownWith: {
      'runType.cronSchedule': ['runType.type', 'Scheduled'],
      'runType.timezone': ['runType.type', 'Scheduled'],
      'runType.enabled': ['runType.type', 'Scheduled'],
    },
  },
};
