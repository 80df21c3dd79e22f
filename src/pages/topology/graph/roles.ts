// How the role of a machine in its network is drawn: the icon, the colour of its box, and how round its corners are.
import type { Color, HostRole } from '../../../generated/page-operations';

interface RoleLook {
  readonly name: string;
  readonly icon: string;
  readonly color: Color;
  /** Radius of the corners: devices that forward are angular, machines that people use are round. */
  readonly corner: number;
}

const [angular, usual, round] = [2, 8, 16];

export const roleLooks: Readonly<Record<HostRole, RoleLook>> = {
  Router: { name: 'Router', icon: 'router', color: 'Indigo', corner: angular },
  Switch: { name: 'Switch', icon: 'switch', color: 'Blue', corner: angular },
  Firewall: { name: 'Firewall', icon: 'firewall', color: 'Red', corner: angular },
  AccessPoint: { name: 'Access point', icon: 'wifi', color: 'Cyan', corner: round },
  Controller: { name: 'Controller', icon: 'controller', color: 'Violet', corner: usual },
  Server: { name: 'Server', icon: 'server', color: 'Green', corner: usual },
  Hypervisor: { name: 'Hypervisor', icon: 'hypervisor', color: 'Orange', corner: usual },
  Storage: { name: 'Storage', icon: 'database', color: 'Amber', corner: usual },
  Printer: { name: 'Printer', icon: 'printer', color: 'Gray', corner: round },
  Phone: { name: 'Phone', icon: 'phone', color: 'Gray', corner: round },
  Camera: { name: 'Camera', icon: 'camera', color: 'Gray', corner: round },
  Ups: { name: 'UPS', icon: 'battery', color: 'Amber', corner: usual },
  Pc: { name: 'PC', icon: 'pc', color: 'Gray', corner: round },
};

export const usualCorner = usual;
