// The changes of plans in GraphQL: their kind, and the parameters of that kind.
import { builder } from '../../../graphql/builder';
import { enumRef } from '../../../graphql/enums';
import { holds } from '../../../graphql/plugin/bounds';
import { mostPartsOfDevice, type Change, type SupposedAddress, type SupposedPort } from '../judging/supposing/changes';
import { changeKindTexts, mostTagged } from '../what-if/supposed-change.schema';

const kindEnum = builder.enumType('SupposedChangeKind', {
  description: 'Kinds of what-if and planned changes.',
  values: Object.fromEntries(
    Object.entries(changeKindTexts).map(([kind, description]) => [kind, { description }]),
  ) as Record<Change['kind'], { description: string }>,
});

const portRef = builder.objectRef<SupposedPort>('PlannedPort').implement({
  description: 'A port of a planned device.',
  fields: (t) => ({
    interfaceId: t.expose('interfaceId', { type: 'UUID', description: 'Id that the plan gives the port.' }),
    name: t.exposeString('name', { description: 'Name of the port.' }),
    connectedTo: t.field({
      type: 'UUID',
      nullable: true,
      description: 'Id of the port to which its cable leads; null for no cable.',
      resolve: ({ connectedTo }) => connectedTo ?? null,
    }),
  }),
});
const addressRef = builder.objectRef<SupposedAddress>('PlannedAddress').implement({
  description: 'An address of a planned device.',
  fields: (t) => ({
    ipAddressId: t.expose('ipAddressId', { type: 'UUID', description: 'Id that the plan gives the address.' }),
    subnetId: t.expose('subnetId', { type: 'UUID', description: 'Id of its subnet.' }),
    ipAddress: t.exposeString('ipAddress', { description: 'IPv4 or IPv6 address.' }),
  }),
});

/** A parameter of a change; null if its kind does not have the parameter. */
const parameterOf = (change: object, name: string): unknown =>
  (change as Readonly<Record<string, unknown>>)[name] ?? null;
const ids = {
  hostId: 'Id of the host, or of the planned device.',
  interfaceId: 'Id of the port.',
  otherInterfaceId: 'Id of the port at the other end of the cable.',
  nativeVlanId: 'Id of the VLAN of untagged frames; null for none.',
  ipAddressId: 'Id of the address.',
  subnetId: 'Id of the subnet of the address from then on; null if it stays.',
} as const;

export const plannedChangeRef = builder.objectRef<Change>('PlannedChange').implement({
  description: 'A change of a plan: its kind, and the parameters of that kind. Parameters of other kinds are null.',
  fields: (t) => ({
    type: t.expose('kind', { type: kindEnum, description: 'Kind of the change.' }),
    ...Object.fromEntries(
      Object.entries(ids).map(([name, description]) => [
        name,
        t.field({
          type: 'UUID',
          nullable: true,
          description,
          resolve: (change) => parameterOf(change, name) as string | null,
        }),
      ]),
    ),
    taggedVlanIds: t.field({
      type: ['UUID'],
      nullable: true,
      description: 'Ids of the tagged VLANs.',
      ...holds(mostTagged, 5),
      resolve: (change) => parameterOf(change, 'taggedVlanIds') as string[] | null,
    }),
    ipAddress: t.string({
      nullable: true,
      description: 'The address from then on; null if it stays.',
      resolve: (change) => parameterOf(change, 'ipAddress') as string | null,
    }),
    name: t.string({
      nullable: true,
      description: 'Name of the planned device.',
      resolve: (change) => parameterOf(change, 'name') as string | null,
    }),
    role: t.field({
      type: enumRef('HostRole'),
      nullable: true,
      description: 'Role of the planned device.',
      resolve: (change) => (change.kind === 'DeviceAdded' ? change.role : null),
    }),
    ports: t.field({
      type: [portRef],
      nullable: true,
      description: 'Ports of the planned device.',
      ...holds(mostPartsOfDevice, 5),
      resolve: (change) => (change.kind === 'DeviceAdded' ? [...change.ports] : null),
    }),
    addresses: t.field({
      type: [addressRef],
      nullable: true,
      description: 'Addresses of the planned device.',
      ...holds(mostPartsOfDevice, 2),
      resolve: (change) => (change.kind === 'DeviceAdded' ? [...change.addresses] : null),
    }),
  }),
});
