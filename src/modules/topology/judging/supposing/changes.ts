// The kinds of supposed changes in a "what if" query, as plain data, and the errors of such changes.
import type { HostRole } from '../vocabulary';

/** A port of a supposed device. The caller chooses the ids of the device, its ports and addresses. */
export interface SupposedPort {
  readonly interfaceId: string;
  readonly name: string;
  /** Id of the port at the other end of its cable. */
  readonly connectedTo?: string;
}
export interface SupposedAddress {
  readonly ipAddressId: string;
  readonly subnetId: string;
  readonly ipAddress: string;
}

/**
 * Parameters by kind of change. Ids are those of stored rows, or of a device (with its ports and addresses) that an
 * earlier change has added.
 */
export interface ChangeParameters {
  /** A host and the virtual machines on it lose power. Their cables are down; their rows stay. */
  HostFails: { readonly hostId: string };
  /** A host is removed with all its rows. Virtual machines on it stay. */
  HostRemoved: { readonly hostId: string };
  /** A port is down, and so is the port at the other end of its cable. An aggregate is down if all its members are. */
  InterfaceFails: { readonly interfaceId: string };
  InterfaceRemoved: { readonly interfaceId: string };
  /** A new cable connects two ports without cables. */
  PortsConnected: { readonly interfaceId: string; readonly otherInterfaceId: string };
  /** All cables of a port are unplugged. */
  PortDisconnected: { readonly interfaceId: string };
  /** Replaces the VLANs of a port. If the port belongs to an aggregate, replaces those of the whole aggregate. */
  VlansSet: {
    readonly interfaceId: string;
    readonly nativeVlanId: string | null;
    readonly taggedVlanIds: readonly string[];
  };
  /** Moves an address to another host or subnet, or changes the address itself. Omitted fields keep their values. */
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

/** Maximum number of changes in one question. */
export const mostChanges = 50;
/** Maximum number of ports of a supposed device, and of its addresses. */
export const mostPartsOfDevice = 100;

/** Sentences for errors of changes, by code. Names in braces are parameters. */
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
  /** Index of the change in the list of changes. */
  readonly at: number;
  readonly code: ChangeErrorCode;
  readonly params: Readonly<Record<string, string>>;
}
