// Hints for form fields: the meaning, the unit, an example, and what an empty field means. A key is a field, such as
// `role`, or a list and a field, such as `hosts.name`. A field without a hint shows the schema's description, if that
// is written for users.

const mac = 'For example 00:1b:21:3c:4d:5e.';
const text = '';

export const formHints: Readonly<Record<string, string>> = {
  name: text,
  description: text,
  color: 'Color on the map.',
  position: 'Place among those of its host; 0 is the first. Empty: the last.',

  'hosts.name': 'Empty: its DNS name or address stands for it.',
  hostname: 'DNS name, for example printer-2.example.org.',
  role: 'Empty: discovery finds it out.',
  hidden: 'The host is on no map.',
  chassisId: `What the device calls itself for its neighbors (LLDP). ${mac}`,
  managementUrl: 'For example https://10.20.0.2.',
  sysContact: 'Who looks after the device, for example noc@example.org.',
  sysDescr: 'What the device says of itself by SNMP.',
  sysLocation: 'Where the device is, for example hall 2, rack 7.',
  sysObjectId: 'Number of the product in SNMP, for example 1.3.6.1.4.1.9.1.1208.',
  credentialAssignments: 'Discovery tries them in this order, before those of the network.',
  credentialIds: 'Discovery tries them for hosts of the network.',
  'hosts.virtualizationMetadata.type': 'Platform, if the host is a virtual machine.',
  'hosts.virtualizationMetadata.details.vmName': 'As the platform calls it.',
  'hosts.virtualizationMetadata.details.vmId': 'Number or text by which the platform knows it.',
  'hosts.virtualizationServiceId': 'Service that runs this virtual machine.',

  ifDescr: 'As the device calls it, for example Ethernet1/1.',
  ifIndex: 'Number of the interface on its device (SNMP), for example 3.',
  ifName: 'Short name, unique on the host, for example Gi0/1.',
  ifAlias: 'What people entered for it on the device, for example: uplink to hall 2.',
  ifType: 'Number of the kind (SNMP): 6 is Ethernet, 71 wireless, 161 an aggregated link.',
  nativeVlanId: 'VLAN of frames without a tag.',
  vlanIds: text,
  'interfaces.macAddress': mac,
  'interfaces.ipAddressId': 'Address of the same host.',
  operStatus: 'Whether it works now. Empty: unknown.',
  adminStatus: 'What it is set to on the device. Empty: unknown.',
  fdbMacs: `MAC addresses that a switch has seen behind this port. ${mac}`,
  ipConfigured: 'The interface itself has an IP address.',
  speedBps: 'In bits per second: 1000000000 is 1 Gbit/s.',

  ipAddress: 'IPv4 or IPv6 address in the subnet, for example 10.20.0.17.',
  'ipAddresses.macAddress': `${mac} One that discovery has read cannot be changed.`,

  'daemons.url': 'Where the server connects to it. Empty for a daemon that connects to the server itself.',

  number: '1 to 65535, for example 443.',
  protocol: text,

  'services.hostId': 'To move it to another host, delete its bindings first.',
  serviceDefinition: 'Choose one that is known, or enter a name of your own.',
  'services.virtualizationMetadata.type': 'Container runtime, if the service runs in a container.',
  'services.virtualizationMetadata.details.composeProject': 'The map draws its containers as one box.',
  'services.virtualizationMetadata.details.containerId': 'As the runtime shows it.',
  'services.virtualizationMetadata.details.containerName': 'As the runtime shows it.',
  'services.virtualizationServiceId': 'Service that runs this container.',

  'bindings.type': 'Whether the service has one port or a whole address.',
  'bindings.ipAddressId': 'Address that the service listens on. Empty: all addresses of the host.',
  'bindings.portId': 'Port that the service listens on. Empty: a whole address.',

  cidr: 'For example 10.20.0.0/16. All its addresses and reservations have to be within it.',
  subnetType: text,
  namespace: 'Separates equal subnets, for example the name of a VRF. Usually empty.',
  'subnets.virtualizationServiceId': 'Container runtime that this network belongs to.',
  vlanNumber: 'Unique in the network, for example 120.',
  firstAddress: 'For example 10.20.0.50.',
  lastAddress: 'For example 10.20.0.59; for a single address, the first one once more.',
  purpose: 'For example: printers.',
  until: 'When the reservation ends. Empty: never.',

  groupType: 'A path: a request passes the members in order. Hub and spoke: the first member is the hub.',
  edgeStyle: 'Shape of its lines on the map.',
  'members.type': 'Whole services, or services at one of their addresses and ports.',
  'members.serviceIds': 'In order: the arrows move them.',
  'members.bindingIds': 'In order: the arrows move them.',
  isApplication: 'The map draws the services with this tag as one box.',
  staleAfterHours:
    'After so many hours, what discovery has not seen again is stale. 672 is 28 days. Empty: as the server is set.',
  visibility: 'Who sees the view.',

  interfaceId: 'Port at one end of the link.',
  remoteInterfaceId: 'Port at the other end. Choose this or a host.',
  remoteHostId: 'Host at the other end, if its port is unknown.',
  verdict: 'Refuted: there is no such link. Confirmed: it is right. Proposed: discovery has not found it.',

  forceFullScan:
    'Scan all ports in each run, not only in the first and each third one. The Netloom agent ignores this.',
  'discoveryType.type': text,
  'discoveryType.hostId': 'Where the daemon runs; choose the daemon first.',
  'discoveryType.subnetIds': 'Empty: all subnets of the daemon’s own interfaces.',
  'discoveryType.hostNamingFallback': 'What names a host without a name of its own.',
  'discoveryType.scanSettings': 'JSON, for example {"scan_rate_pps": 100}. Usually empty.',
  'runType.type': 'By a schedule, or only if somebody starts it.',
  'runType.cronSchedule':
    'Six numbers or stars: second, minute, hour, day, month, weekday. Every Sunday at 2 o’clock: 0 0 2 * * 0.',
  'runType.enabled': 'No: the schedule waits.',
  'runType.timezone': 'For example Europe/Berlin. Empty: UTC.',
};
