// Supposed changes of a network as GraphQL inputs.
import { canonicalIpAddress } from '../../../platform/text/addresses';
import { builder } from '../../../graphql/builder';
import { inputField } from '../../../graphql/entity/sheet-fields';
import { enumRef } from '../../../graphql/enums';
import { list, text, withForm } from '../../../graphql/plugin/bounds';
import { mostPartsOfDevice, type ChangeKind } from '../judging/supposing/changes';
import { memberOfChange } from '../judging/supposing/change-input';

const longestName = 100;
export const mostTagged = 4_094;
const newId = 'Chosen by the caller: later changes and the answer name the row by it.';
const name = text(1, longestName);

const hostInput = builder.inputType('SupposedHostInput', {
  description: 'A host that fails or goes.',
  fields: (t) => ({ hostId: t.field({ type: 'UUID', required: true, description: 'Id of the host.' }) }),
});
const portInput = builder.inputType('SupposedPortInput', {
  description: 'A port that fails, goes or is unplugged.',
  fields: (t) => ({ interfaceId: t.field({ type: 'UUID', required: true, description: 'Id of the port.' }) }),
});
const cableInput = builder.inputType('SupposedCableInput', {
  description: 'A cable between two ports that have none.',
  fields: (t) => ({
    interfaceId: t.field({ type: 'UUID', required: true, description: 'Id of the one port.' }),
    otherInterfaceId: t.field({ type: 'UUID', required: true, description: 'Id of the other port.' }),
  }),
});
const vlansInput = builder.inputType('SupposedVlansInput', {
  description: 'The VLANs of a port, or of the whole aggregate that it belongs to.',
  fields: (t) => ({
    interfaceId: t.field({ type: 'UUID', required: true, description: 'Id of the port.' }),
    nativeVlanId: t.field({ type: 'UUID', description: 'Id of the VLAN of untagged frames; null for none.' }),
    taggedVlanIds: t.field({
      type: ['UUID'],
      required: true,
      ...list(mostTagged),
      description: `Ids of the tagged VLANs, at most ${mostTagged}.`,
    }),
  }),
});
const ipAddressText = 'IPv4 or IPv6 address within its subnet, without a prefix length.';
const moveInput = builder.inputType('SupposedAddressMoveInput', {
  description: 'An address that goes to another host, or becomes another one. Members left out keep their value.',
  fields: (t) => ({
    ipAddressId: t.field({ type: 'UUID', required: true, description: 'Id of the address.' }),
    hostId: t.field({ type: 'UUID', description: 'Id of the host that gets it.' }),
    subnetId: t.field({ type: 'UUID', description: 'Id of the subnet that it is in from then on.' }),
    ipAddress: t.string({ description: ipAddressText, ...withForm(canonicalIpAddress) }),
  }),
});
const newPortInput = builder.inputType('SupposedDevicePortInput', {
  description: 'A port of a device that is added.',
  fields: (t) => ({
    interfaceId: t.field({ type: 'UUID', required: true, description: `Id of the port. ${newId}` }),
    name: t.string({ required: true, ...name, description: `Name of the port. ${name.description}` }),
    connectedTo: t.field({ type: 'UUID', description: 'Id of the port to which its cable leads; null for no cable.' }),
  }),
});
const newAddressInput = builder.inputType('SupposedDeviceAddressInput', {
  description: 'An address of a device that is added.',
  fields: (t) => ({
    ipAddressId: t.field({ type: 'UUID', required: true, description: `Id of the address. ${newId}` }),
    subnetId: t.field({ type: 'UUID', required: true, description: 'Id of its subnet.' }),
    ipAddress: t.string({ required: true, description: ipAddressText, ...withForm(canonicalIpAddress) }),
  }),
});
const deviceInput = builder.inputType('SupposedDeviceInput', {
  description: 'A device that is added.',
  fields: (t) => ({
    hostId: t.field({ type: 'UUID', required: true, description: `Id of the device. ${newId}` }),
    name: t.string({ required: true, ...name, description: `Name of the device. ${name.description}` }),
    role: t.field({ type: enumRef('HostRole'), description: 'Role of the device; null for none.' }),
    ports: t.field({
      type: [newPortInput],
      ...list(mostPartsOfDevice),
      description: `Its ports, at most ${mostPartsOfDevice}.`,
    }),
    addresses: t.field({
      type: [newAddressInput],
      ...list(mostPartsOfDevice),
      description: `Its addresses, at most ${mostPartsOfDevice}.`,
    }),
  }),
});

const kinds = {
  HostFails: [
    hostInput,
    'A host loses its power, and virtual machines on it theirs. Its cables are down, its rows stay.',
  ],
  HostRemoved: [hostInput, 'A host is taken away with all its rows. Virtual machines on it stay.'],
  InterfaceFails: [portInput, 'A port is down, and the port at the other end of its cable: so a cable fails.'],
  InterfaceRemoved: [portInput, 'A port is taken away with its cables.'],
  PortsConnected: [cableInput, 'A cable is laid between two ports that have none.'],
  PortDisconnected: [portInput, 'The cables of a port are unplugged.'],
  VlansSet: [vlansInput, 'A port, or its whole aggregate, carries these VLANs.'],
  AddressMoved: [moveInput, 'An address goes to another host, or becomes another one.'],
  DeviceAdded: [deviceInput, 'A device is added, with ports, cables and addresses.'],
} as const satisfies Readonly<Record<ChangeKind, readonly [object, string]>>;

/** Descriptions of the kinds of changes. */
export const changeKindTexts = Object.fromEntries(
  Object.entries(kinds).map(([kind, [, description]]) => [kind, description]),
) as Readonly<Record<ChangeKind, string>>;

export const changeInput = builder.inputType('SupposedChangeInput', {
  description: 'A what-if or planned change: one member, which is the kind with its parameters.',
  isOneOf: true,
  fields: (t) =>
    Object.fromEntries(
      Object.entries(kinds).map(([kind, [type, description]]) => [
        memberOfChange(kind as ChangeKind),
        inputField(t, { type, description }),
      ]),
    ),
});
