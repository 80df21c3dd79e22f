// GraphQL fields for how a subnet's addresses are used: ranges of addresses, counts, and the next free addresses.
import { builder } from '../../../graphql/builder';
import { holds, integer, withForm } from '../../../graphql/plugin/bounds';
import { rowField } from '../../../graphql/row-field';
import { canonicalIpAddress } from '../../../platform/text/addresses';
import { mostHolders } from './address-use.sql';
import { mostUsed, nextFreeAddresses, readCounts, readRanges } from './address-use';
import {
  addressRoles,
  addressStates,
  type AddressCounts,
  type AddressRange,
  type HeldAddress,
  type RangePage,
} from './ranges';

const usualUsed = 256;
/** Maximum number of free addresses in one response. */
const mostFree = 16;
/**
 * Maximum number of ranges in a page: at most `mostUsed` used addresses, at most `mostUsed` plus about 150
 * reservations, and the gap after each of them.
 */
const mostRanges = 4 * mostUsed + 300;

const stateEnum = builder.enumType('AddressState', { values: addressStates });
const roleEnum = builder.enumType('AddressRole', { values: addressRoles });

const holderRef = builder.objectRef<HeldAddress>('AddressHolder').implement({
  description: 'A host that has an address of a subnet.',
  fields: (t) => ({
    address: t.exposeString('address', { description: 'The address.' }),
    ipAddressId: t.expose('ipAddressId', { type: 'UUID' }),
    ipAddress: rowField<HeldAddress>(t, 'IpAddress', ({ ipAddressId }) => ipAddressId, 'The stored address.'),
    hostId: t.expose('hostId', { type: 'UUID', description: 'Id of the host.' }),
    host: rowField<HeldAddress>(t, 'Host', ({ hostId }) => hostId, 'The host.'),
    lastSeenAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When discovery last saw the address; on a manual row the time of creation. Null at a past instant.',
      resolve: ({ lastSeenAt }) => (lastSeenAt === null ? null : new Date(lastSeenAt)),
    }),
    isStale: t.exposeBoolean('isStale', {
      nullable: true,
      description:
        'Whether discovery has found the address, but not seen it for `effectiveStaleAfterHours` of its network. Null at a past instant.',
    }),
  }),
});

const rangeRef = builder.objectRef<AddressRange>('AddressRange').implement({
  description: 'Addresses of a subnet side by side with the same state, role and reservation.',
  fields: (t) => ({
    first: t.exposeString('first', { description: 'First address.' }),
    last: t.exposeString('last', { description: 'Last address.' }),
    count: t.string({
      description: 'Number of addresses in decimal digits. An IPv6 range may have more than a JSON number can express.',
      resolve: ({ count }) => String(count),
    }),
    state: t.expose('state', { type: stateEnum, description: 'How the addresses are used.' }),
    role: t.expose('role', {
      type: roleEnum,
      nullable: true,
      description: 'What the addresses are to the network; null for nothing particular.',
    }),
    reservationId: t.expose('reservationId', {
      type: 'UUID',
      nullable: true,
      description: 'Id of the active reservation of the addresses, also if they are taken.',
    }),
    reservation: rowField<AddressRange>(
      t,
      'AddressReservation',
      ({ reservationId }) => reservationId,
      'The active reservation of the addresses, also if they are taken.',
    ),
    holders: t.field({
      type: [holderRef],
      ...holds(mostHolders * mostUsed, 1),
      description: `Hosts that have the addresses, by address, at most ${mostHolders} for each. Without hosts, devices report a taken address.`,
      resolve: ({ holders }) => [...holders],
    }),
    holderCount: t.exposeInt('holderCount', {
      description: 'Number of `holders`, those above its bound included.',
    }),
  }),
});

const pageRef = builder.objectRef<RangePage>('AddressRangePage').implement({
  description: 'Ranges of addresses of a subnet, by address.',
  fields: (t) => ({
    ranges: t.field({
      type: [rangeRef],
      ...holds(mostRanges, 20),
      description: 'The ranges, without gaps between them. A range that goes on in the next page is in both.',
      resolve: ({ ranges }) => [...ranges],
    }),
    next: t.exposeString('next', {
      nullable: true,
      description: 'First address of the next page, for `start`; null at the end of the subnet.',
    }),
  }),
});

const decimal = 'in decimal digits';
const countsRef = builder.objectRef<AddressCounts>('AddressCounts').implement({
  description: 'Numbers of addresses of a subnet. Each address is counted once.',
  fields: (t) => ({
    total: t.string({ description: `All addresses, ${decimal}.`, resolve: ({ total }) => String(total) }),
    taken: t.exposeInt('taken', { description: 'Addresses that hosts have, or that devices report.' }),
    stale: t.exposeInt('stale', {
      nullable: true,
      description:
        'Taken addresses whose hosts were not seen with them for `effectiveStaleAfterHours` of the network. Null at a past instant.',
    }),
    reserved: t.string({
      description: `Addresses of active reservations that are not taken, ${decimal}.`,
      resolve: ({ reserved }) => String(reserved),
    }),
    special: t.exposeInt('special', {
      description: 'Network, broadcast and subnet-router anycast addresses that no host has.',
    }),
    free: t.string({ description: `All other addresses, ${decimal}.`, resolve: ({ free }) => String(free) }),
    usedPercent: t.exposeFloat('usedPercent', {
      description: 'Taken and reserved addresses in percent of those that hosts can have.',
    }),
  }),
});

builder.prismaObjectFields('Subnet', (t) => ({
  addressCounts: t.field({
    type: countsRef,
    complexity: 10,
    description:
      'Numbers of taken, reserved and free addresses, those of overlapping subnets of its namespace included.',
    select: { id: true },
    resolve: ({ id }, _args, context) => readCounts(context, id),
  }),
  addressRanges: t.field({
    type: pageRef,
    // The cost per address is low, because the query reads only few columns of each row.
    complexity: ({ first }) => ({ field: 5 + Math.ceil((first ?? usualUsed) / 10), multiplier: 1 }),
    description:
      'Taken, reserved and free addresses as ranges, those of overlapping subnets of its namespace included. Free addresses are not listed one by one.',
    args: {
      first: t.arg.int({
        defaultValue: usualUsed,
        ...integer(1, mostUsed, 'Maximum number of used addresses in the page.'),
      }),
      start: t.arg.string({
        description: 'Address to begin with; null = the first of the subnet. Outside of it: `ip_address_out_of_range`.',
        ...withForm(canonicalIpAddress),
      }),
    },
    select: { id: true, cidr: true },
    resolve: (subnet, { first, start }, context) =>
      readRanges(context, subnet, {
        first: first ?? usualUsed,
        from: start ? canonicalIpAddress('start', start) : null,
      }),
  }),
}));

const freeRef = builder.objectRef<{ readonly addresses: string[] }>('NextFreeAddress').implement({
  description: 'Free addresses of a subnet.',
  fields: (t) => ({
    addresses: t.exposeStringList('addresses', {
      ...holds(mostFree, 1),
      description: 'The first free addresses, by address; fewer than requested if the subnet has no more.',
    }),
  }),
});

builder.queryField('nextFreeAddress', (t) =>
  t.field({
    type: freeRef,
    complexity: 10,
    description:
      'The first addresses of a subnet that are neither taken nor reserved, at present. Reserve an address to keep it: the same answer may go to several callers. None left: `subnet_full`.',
    args: {
      subnetId: t.arg({ type: 'UUID', required: true, description: 'Id of the subnet.' }),
      count: t.arg.int({ defaultValue: 1, ...integer(1, mostFree, 'Maximum number of addresses.') }),
    },
    resolve: async (_root, { subnetId, count }, context) => ({
      addresses: await nextFreeAddresses(context, subnetId, count ?? 1),
    }),
  }),
);
