// Descriptions of hosts, for GraphiQL and the OpenAPI document.
import { registerTexts } from '../../../graphql/descriptions/texts';
import { facts, sourceOfFact } from './host-columns';

registerTexts({
  enums: {
    HostOrderField: {
      values: {
        interfaceIp: 'By the IP address at the first position of the host, IPv4 before IPv6, by value.',
        macAddress: 'By the MAC address at the first position of the host that has one.',
      },
    },
    HostRole: {
      type: 'Roles of hosts in their networks.',
      values: {
        Router: 'Router between subnets.',
        Switch: 'Switch (bridge, IEEE 802.1Q).',
        Firewall: 'Firewall.',
        AccessPoint: 'Wireless access point.',
        Controller: 'Controller of access points or other devices.',
        Server: 'Server.',
        Hypervisor: 'Runs virtual machines.',
        Storage: 'Network storage.',
        Printer: 'Printer.',
        Phone: 'Telephone.',
        Camera: 'Camera.',
        Ups: 'Uninterruptible power supply.',
        Pc: 'Workstation.',
      },
    },
    HostRoleSource: {
      type: 'Sources of the role of a host.',
      values: {
        Manual: 'Entered by a user.',
        Lldp: 'LLDP system capabilities of the host (IEEE 802.1AB).',
        EntityMib: 'Its ENTITY-MIB (RFC 6933).',
        SysObjectId: 'Its sysObjectID (SNMPv2-MIB, RFC 3418).',
        Software: 'Known software on it.',
        Ports: 'Several ports with learned MAC addresses.',
      },
    },
    HostVirtualizationType: {
      type: 'Virtualization platforms.',
      values: { Proxmox: 'Proxmox VE.', VCenter: 'VMware vCenter.', ESXi: 'VMware ESXi.', Libvirt: 'libvirt.' },
    },
  },
  types: {
    HostVirtualizationDetails: 'A virtual machine as its platform identifies it.',
    HostVirtualizationDetailsInput: 'A virtual machine as its platform identifies it.',
  },
  fields: {
    hostId: 'Id of its host.',
    virtualizationMetadata: 'Virtual machine or container on its platform; null if it is neither.',
    details: 'Identification on the platform.',
    hostIds: 'Ids of hosts.',
    hidden: 'Whether the host is left out of every topology.',
    hypervisorServiceId: 'Id of the hypervisor service.',
    ...Object.fromEntries(
      facts.map((fact) => [sourceOfFact(fact), 'How the value beside it was obtained; null if there is none.']),
    ),
  },
});
