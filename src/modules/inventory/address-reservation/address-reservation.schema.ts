// GraphQL type, queries and mutations of reserved addresses of subnets.
import { builder } from '../../../graphql/builder';
import { entity } from '../../../graphql/entity/entity';
import { id, inForm, of, optional, readOnly, text, time } from '../../../graphql/entity/sheet-fields';
import { relatedList } from '../../../graphql/lists/list';
import { canonicalIpAddress } from '../../../platform/text/addresses';
import { userRelation } from '../../access';
import { createAddressReservation, isExpired, updateAddressReservation } from './address-reservation.actions';

const address = (description: string) => inForm(of('String', { description }), canonicalIpAddress);

entity('AddressReservation', {
  mixins: ['history'],
  fields: {
    subnetId: id('Id of the subnet of the addresses.'),
    firstAddress: address('First address of the range, within the subnet.'),
    lastAddress: address('Last address of the range; equal to `firstAddress` for a single address.'),
    purpose: text(1, 100),
    until: optional(time('When the reservation expires; null = never. On create it must be in the future.')),
    description: optional(text(0, 500)),
    createdByUserId: readOnly(optional(id())),
  },
  list: {
    name: 'addressReservations',
    description: 'Reserved ranges of addresses, expired ones included, oldest first by default.',
  },
  getter: { name: 'addressReservation' },
  filter: { network: true, subnet: true },
  order: ['firstAddress', 'lastAddress', 'purpose', 'until', 'subnetId'],
  create:
    'Reserves a range of addresses in a subnet. Hosts that have one of them keep it, and addresses in the range can still be written.',
  update: 'Updates a reservation. Setting `until` to a time in the past ends it.',
  deletes: { effect: 'Its addresses are free again, apart from those that hosts have.' },
  write: { create: createAddressReservation, update: updateAddressReservation },
});

builder.prismaObjectFields('AddressReservation', (t) => ({
  subnet: t.relation('subnet', { nullable: true }),
  createdByUser: userRelation(t, 'createdByUser', 'The user who reserved it; null after that user is deleted.'),
  isExpired: t.boolean({
    description: 'Whether `until` has passed, so that its addresses count as free.',
    select: { until: true },
    resolve: ({ until }, _args, { at, requestedAt }) => isExpired(until, at ?? requestedAt),
  }),
}));

builder.prismaObjectField('Subnet', 'addressReservations', (t) =>
  relatedList(t, 'addressReservations', 'Subnet', {
    description: 'Reserved ranges of its addresses, expired ones included.',
  }),
);
