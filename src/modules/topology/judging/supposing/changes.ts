// The changes of a network that can be supposed, as plain data, and what can be wrong with them.
import type { HostRole } from '../vocabulary';

/** A port of a supposed device. The caller chooses the ids of rows that do not exist. */
export interface SupposedPort {
  readonly interfaceId: string;
  readonly name: string;
  /** Id of the port to which a cable leads. */
  readonly connectedTo?: string;
}
export interface SupposedAddress {
  readonly ipAddressId: string;
  readonly subnetId: string;
  readonly ipAddress: string;
}

/** Parameters by kind of change. Ids are ids of rows, or of what an earlier change has added. */
export interface ChangeParameters {
  /** A host loses its power, and virtual machines on it theirs. Its cables are down, its rows stay. */
  HostFails: { readonly hostId: string };
  /** A host is taken away with all its rows. Virtual machines on it stay. */
  HostRemoved: { readonly hostId: string };
  /** A port is down, and the port at the other end of its cable. An aggregate is down if all its members are. */
  InterfaceFails: { readonly interfaceId: string };
  InterfaceRemoved: { readonly interfaceId: string };
  /** A cable between two ports that have none. */
  PortsConnected: { readonly interfaceId: string; readonly otherInterfaceId: string };
  /** The cables of a port are unplugged. */
  PortDisconnected: { readonly interfaceId: string };
  /** The VLANs of a port, or of the whole aggregate that it belongs to. */
  VlansSet: {
    readonly interfaceId: string;
    readonly nativeVlanId: string | null;
    readonly taggedVlanIds: readonly string[];
  };
  /** An address goes to another host, or becomes another address. Absent members stay as they are. */
  AddressMoved: {
    readonly ipAddressId: string;
    readonly hostId?: string;
    readonly subnetId?: string;
    readonly ipAddress?: string;
  };
  DeviceAdded: {
    readonly hostId: string;
    readonly name: string;
    readonly role: HostRole | null;
    readonly ports: readonly SupposedPort[];
    readonly addresses: readonly SupposedAddress[];
  };
}
export type ChangeKind = keyof ChangeParameters;
export type Change = { [K in ChangeKind]: { readonly kind: K } & ChangeParameters[K] }[ChangeKind];

/** Maximum number of changes that are supposed at once. */
export const mostChanges = 50;
/** Maximum number of ports, and of addresses, of a supposed device. */
export const mostPartsOfDevice = 100;

/** Sentences of what is wrong with a change, by code. Names in braces are params. */
export const changeErrorTexts = {
  no_such_host: 'No host has the id {id}.',
  no_such_interface: 'No interface has the id {id}.',
  no_such_vlan: 'No VLAN has the id {id}.',
  no_such_subnet: 'No subnet has the id {id}.',
  no_such_address: 'No IP address has the id {id}.',
  id_in_use: 'The id {id} is that of another row.',
  same_host: 'The ports {id} and {otherId} are of one host.',
  port_in_use: 'The port {id} has a cable.',
  address_outside_subnet: '{address} is not in the subnet {id}.',
} as const;
export type ChangeErrorCode = keyof typeof changeErrorTexts;
export interface ChangeError {
  /** Position of the change in the list. */
  readonly at: number;
  readonly code: ChangeErrorCode;
  readonly params: Readonly<Record<string, string>>;
}
