// The categories of software. A service's category follows from its definition and is not stored.

/** Categories of infrastructure software. Such software is never part of an application. */
const infrastructure = [
  'NetworkCore',
  'NetworkAccess',
  'RemoteAccess',
  'Workstation',
  'Mobile',
  'Printer',
  'OpenPorts',
] as const;

export const serviceCategories = [
  'NetworkCore',
  'NetworkAccess',
  'NetworkAppliance',
  'RemoteAccess',
  'Storage',
  'Backup',
  'Media',
  'HomeAutomation',
  'Hypervisor',
  'ContainerRuntime',
  'Container',
  'Orchestrator',
  'DNS',
  'VPN',
  'Monitoring',
  'AdBlock',
  'ReverseProxy',
  'Workstation',
  'Mobile',
  'IoT',
  'Industrial',
  'Printer',
  'Database',
  'Development',
  'Dashboard',
  'MessageQueue',
  'IdentityAndAccess',
  'Integration',
  'Office',
  'ProjectManagement',
  'Messaging',
  'Conferencing',
  'Telephony',
  'Email',
  'Publishing',
  'Unknown',
  'Custom',
  'OpenPorts',
] as const;

export type ServiceCategory = (typeof serviceCategories)[number];
export const infrastructureCategories: readonly ServiceCategory[] = infrastructure;
