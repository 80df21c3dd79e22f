// An enclosure with two servers as responses of a Redfish service, after the public schemas of DMTF (DSP0266 and
// DSP8010: ComputerSystem, Chassis, Manager, EthernetInterface, NetworkAdapter, Port). The values are invented.
import type { StubAnswer, StubRequest } from '../api-stub';

export const serverSettings = { username: 'netloom', password: 'Secret-Word-of-a-Server-1' };
const authorization = `Basic ${Buffer.from('netloom:Secret-Word-of-a-Server-1').toString('base64')}`;

export const nicMac = (server: number, nic: number): string => `B4:96:91:00:0${server}:0${nic}`;
export const bmcMac = (server: number): string => `B4:96:91:00:0${server}:FF`;

const root = '/redfish/v1';
const link = (path: string) => ({ '@odata.id': `${root}${path}` });
const collection = (path: string, ids: readonly string[], more: object = {}) => ({
  [path]: {
    ...link(path),
    ...{ 'Members@odata.count': ids.length, Members: ids.map((id) => link(`${path}/${id}`)), ...more },
  },
});

const server = (number: number) => {
  const [system, chassis, manager] = [`/Systems/Blade${number}`, `/Chassis/Blade${number}`, `/Managers/BMC${number}`];
  const nics = `${system}/EthernetInterfaces`;
  const ports = `${chassis}/NetworkAdapters/NIC.1/Ports`;
  return {
    [system]: {
      ...link(system),
      ...{ Id: `Blade${number}`, Name: 'System', SystemType: 'Physical', HostName: `node-${number}`, PowerState: 'On' },
      ...{ Manufacturer: 'Example Systems', Model: 'EX-Node', SerialNumber: `BOARD-${number}`, BiosVersion: '2.1.0' },
      EthernetInterfaces: link(nics),
      Links: { Chassis: [link(chassis)], ManagedBy: [link(manager), link('/Managers/Enclosure')] },
    },
    ...collection(nics, ['NIC.1'], { 'Members@odata.nextLink': `${root}${nics}?$skip=1` }),
    [`${nics}?$skip=1`]: { Members: [link(`${nics}/2`)] },
    [`${nics}/NIC.1`]: {
      ...{ Id: 'NIC.1', Name: 'Port 1 of the adapter', MACAddress: nicMac(number, 1), SpeedMbps: 25_000 },
      ...{ FullDuplex: true, LinkStatus: 'LinkUp', InterfaceEnabled: true, MTUSize: 9000 },
      ...{ IPv4Addresses: [{ Address: `10.99.7.${number}`, SubnetMask: '255.255.255.0', AddressOrigin: 'Static' }] },
    },
    [`${nics}/2`]: {
      ...{ Id: '2', MACAddress: '00:00:00:00:00:00', PermanentMACAddress: nicMac(number, 2), LinkStatus: 'NoLink' },
      IPv4Addresses: [{ Address: '0.0.0.0' }],
    },
    [chassis]: {
      ...link(chassis),
      ...{ Id: `Blade${number}`, ChassisType: 'Blade', Manufacturer: 'Example Systems', Model: 'EX-Blade' },
      ...{ SerialNumber: `EXS204800${number}`, NetworkAdapters: link(`${chassis}/NetworkAdapters`) },
      Links: { ComputerSystems: [link(system)], ManagedBy: [link(manager)] },
    },
    ...collection(`${chassis}/NetworkAdapters`, ['NIC.1']),
    [`${chassis}/NetworkAdapters/NIC.1`]: { Id: 'NIC.1', Model: 'EX-25G', Ports: link(ports) },
    ...collection(ports, ['1', '3']),
    [`${ports}/1`]: {
      ...{ Id: '1', PortId: '1', LinkStatus: 'LinkUp', CurrentSpeedGbps: 25 },
      Ethernet: {
        AssociatedMACAddresses: [nicMac(number, 1)],
        LLDPReceive: {
          ...{ ChassisId: '00:1c:73:00:02:00', ChassisIdSubtype: 'MacAddr', PortId: `Ethernet${number}` },
          ...{ PortIdSubtype: 'IfName', SystemName: 'top-of-rack', ManagementAddressIPv4: '10.99.8.1' },
        },
      },
    },
    [`${ports}/3`]: {
      ...{ Id: '3', LinkStatus: 'LinkDown', CurrentSpeedGbps: 2.5 },
      Ethernet: { AssociatedMACAddresses: [nicMac(number, 3)], LLDPReceive: { ChassisIdSubtype: 'NotTransmitted' } },
    },
    [manager]: {
      ...link(manager),
      ...{
        Id: `BMC${number}`,
        ManagerType: 'BMC',
        FirmwareVersion: '1.9',
        EthernetInterfaces: link(`${manager}/NICs`),
      },
      Links: { ManagerForServers: [link(system)], ManagerForChassis: [link(chassis)] },
    },
    ...collection(`${manager}/NICs`, ['eth0']),
    [`${manager}/NICs/eth0`]: {
      ...{ Id: 'eth0', Name: 'Manager Ethernet Interface', MACAddress: bmcMac(number), LinkStatus: 'LinkUp' },
      ...{ VLAN: { VLANEnable: true, VLANId: 90 } },
      IPv4Addresses: [{ Address: `10.99.9.${number}`, SubnetMask: '255.255.254.0' }],
      IPv6Addresses: [{ Address: `fd00:9::${number}`, PrefixLength: 64 }],
    },
  };
};

/** The resources of the service, by their path below /redfish/v1. */
export const resources: Readonly<Record<string, unknown>> = {
  '/': {
    ...{ '@odata.id': `${root}/`, RedfishVersion: '1.20.0', Name: 'Root Service' },
    ...{ Systems: link('/Systems'), Chassis: link('/Chassis'), Managers: link('/Managers') },
  },
  ...collection('/Systems', ['Blade1', 'Blade2']),
  ...collection('/Chassis', ['Enclosure', 'Blade1', 'Blade2']),
  ...collection('/Managers', ['Enclosure', 'BMC1', 'BMC2']),
  ...server(1),
  ...server(2),
  '/Chassis/Enclosure': {
    ...link('/Chassis/Enclosure'),
    ...{ ChassisType: 'Enclosure', Manufacturer: 'Example Systems', Model: 'EX-Case', SerialNumber: 'EXC2048000' },
    Links: { ComputerSystems: [link('/Systems/Blade1'), link('/Systems/Blade2')] },
  },
  '/Managers/Enclosure': {
    ...{ Id: 'Enclosure', ManagerType: 'EnclosureManager', EthernetInterfaces: link('/Managers/Enclosure/NICs') },
    Links: {
      ManagerForServers: [link('/Systems/Blade1'), link('/Systems/Blade2')],
      ManagerForChassis: [link('/Chassis/Enclosure')],
    },
  },
  ...collection('/Managers/Enclosure/NICs', ['1']),
  '/Managers/Enclosure/NICs/1': {
    ...{ Id: '1', MACAddress: 'B4:96:91:00:00:FF', LinkStatus: 'LinkUp' },
    IPv4Addresses: [{ Address: '10.99.9.100', SubnetMask: '255.255.254.0' }],
  },
};

/** The service's response to a request. Only the service root needs no credential. */
export function answerOf({ path, headers }: StubRequest): StubAnswer | undefined {
  const body = resources[path.slice(root.length)];
  if (path !== `${root}/` && headers.authorization !== authorization)
    return { status: 401, body: { error: { code: 'Base.1.0.GeneralError', message: 'Unauthorized' } } };
  return body === undefined ? undefined : { body };
}
