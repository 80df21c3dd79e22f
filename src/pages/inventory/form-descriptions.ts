// The forms of the inventory pages: order of fields, what a form leaves out, and labels. Types, bounds, texts and mutations
// follow from the published schema: scripts/inventory-forms.mjs.

export interface FormDescription {
  /** The first fields, in the order of the form. The others follow in a folded section, in the order of the schema. */
  readonly first: readonly string[];
  /** Inputs that the form does not have, each with where they are set. */
  readonly leftOut?: Readonly<Record<string, string>>;
  /** By field: the list of the rows to which it refers, if no field of the row shows them. */
  readonly references?: Readonly<Record<string, string>>;
  readonly labels?: Readonly<Record<string, string>>;
  /** By input of a new row: lists of its parts, each with the inputs of a part that the form leaves out. */
  readonly parts?: Readonly<Record<string, readonly string[]>>;
  /** References to rows of the host that the form names. */
  readonly ofSameHost?: readonly string[];
  /** Fields that identify one row, so that a clone begins without them. */
  readonly notCloned?: readonly string[];
}

const ofDiscovery = 'discovery';
const ofApi = 'the API';
const ofOwnForm = 'their own forms';
const ofMap = 'the map';

export const formDescriptions: Readonly<Record<string, FormDescription>> = {
  hosts: {
    first: ['name', 'hostname', 'role', 'description', 'tagIds', 'hidden'],
    leftOut: {
      credentialAssignments: 'the organization page',
      virtualizationMetadata: ofDiscovery,
    },
    parts: {
      ipAddresses: ['position'],
      ports: [],
      interfaces: ['ipAddressId', 'fdbMacs', 'adminStatus'],
      services: ['position', 'bindings', 'virtualizationMetadata', 'virtualizationServiceId'],
    },
    notCloned: ['hostname', 'chassisId', 'managementUrl'],
  },
  interfaces: {
    first: ['hostId', 'ifDescr', 'ifIndex', 'ifName', 'ifAlias', 'nativeVlanId', 'vlanIds', 'macAddress', 'operStatus'],
    references: { vlanIds: 'vlans' },
    labels: { vlanIds: 'Tagged VLANs' },
    ofSameHost: ['ipAddressId'],
    notCloned: ['macAddress', 'ipAddressId', 'fdbMacs'],
  },
  ipAddresses: {
    first: ['hostId', 'subnetId', 'ipAddress', 'macAddress', 'name'],
    notCloned: ['ipAddress', 'macAddress', 'position'],
  },
  ports: { first: ['hostId', 'number', 'protocol'] },
  services: {
    first: ['hostId', 'name', 'serviceDefinition', 'tagIds'],
    leftOut: { bindings: ofOwnForm, virtualizationMetadata: ofDiscovery },
    labels: { serviceDefinition: 'Software' },
    notCloned: ['position'],
  },
  bindings: { first: ['serviceId', 'type', 'ipAddressId', 'portId'] },
  subnets: { first: ['cidr', 'name', 'subnetType', 'description', 'tagIds'], notCloned: ['cidr'] },
  vlans: { first: ['vlanNumber', 'name', 'description'], leftOut: { source: ofApi }, notCloned: ['vlanNumber'] },
  addressReservations: {
    first: ['subnetId', 'firstAddress', 'lastAddress', 'purpose', 'until', 'description'],
    notCloned: ['firstAddress', 'lastAddress'],
  },
  groups: { first: ['name', 'groupType', 'color', 'edgeStyle', 'description', 'tagIds'], leftOut: { members: ofApi } },
  tags: { first: ['name', 'color', 'description', 'isApplication'] },
  networks: { first: ['name', 'staleAfterHours', 'tagIds'], leftOut: { credentialIds: 'the organization page' } },
  savedViews: {
    first: ['name', 'visibility', 'description'],
    leftOut: {
      ...{ topologyId: ofMap, view: ofMap, state: ofMap, positions: ofMap, routes: ofMap, shownAt: ofMap },
      comparedAt: ofMap,
    },
  },
  snapshots: { first: [] },
  linkDecisions: { first: ['interfaceId', 'remoteInterfaceId', 'remoteHostId', 'verdict'] },
  discoveries: {
    first: ['name', 'daemonId', 'forceFullScan', 'tagIds'],
    leftOut: { discoveryType: ofApi, runType: ofApi },
  },
};
