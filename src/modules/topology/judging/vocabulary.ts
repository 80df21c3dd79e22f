// Names of the values that checks share with the stored rows.

/** Roles of hosts, as `Host.role` names them. */
export const hostRoles = [
  ...(['Router', 'Switch', 'Firewall', 'AccessPoint', 'Controller', 'Server', 'Hypervisor'] as const),
  ...(['Storage', 'Printer', 'Phone', 'Camera', 'Ups', 'Pc'] as const),
] as const;
export type HostRole = (typeof hostRoles)[number];
