// Lists of values that both checks and stored rows use.

/** Roles of hosts, as `Host.role` names them. */
export const hostRoles = [
  ...(['Router', 'Switch', 'Firewall', 'AccessPoint', 'Controller', 'Server', 'Hypervisor'] as const),
  ...(['Storage', 'Printer', 'Phone', 'Camera', 'Ups', 'Pc'] as const),
] as const;
export type HostRole = (typeof hostRoles)[number];
