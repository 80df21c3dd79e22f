// Descriptions of hosts, for GraphiQL and the OpenAPI document.
import { registerTexts } from '../../../graphql/descriptions/texts';
import { facts, sourceOfFact } from './host-columns';

registerTexts({
  enums: {
    HostRole: {
      type: 'What hosts are in their networks.',
      values: {
        Router: 'Connects subnets.',
        Switch: 'Bridges its ports.',
        Firewall: 'Filters traffic.',
        AccessPoint: 'Serves Wi-Fi.',
        Controller: 'Manages devices.',
        Server: 'Serves others.',
        Hypervisor: 'Has virtual machines.',
        Storage: 'Network storage.',
        Printer: 'Prints.',
        Phone: 'Telephone.',
        Camera: 'Films.',
        Ups: 'Backup power.',
        Pc: 'Workstation.',
      },
    },
    HostRoleSource: {
      type: 'Where the role of a host comes from.',
      values: {
        Manual: 'A person.',
        Lldp: 'Its LLDP capabilities.',
        EntityMib: 'ENTITY-MIB.',
        SysObjectId: 'Its sysObjectID.',
        Software: 'Known software on it.',
        Ports: 'Several ports with learned MAC addresses.',
      },
    },
    HostVirtualizationType: {
      type: 'Virtualization platforms.',
      values: { Proxmox: 'Proxmox VE.', VCenter: 'VMware vCenter.', ESXi: 'VMware ESXi.' },
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
