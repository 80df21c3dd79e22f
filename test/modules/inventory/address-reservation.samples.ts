// Sample rows of reserved addresses.
import { block } from '../../support/sample-values';
import type { Samples } from '../../support/samples';

export const samples: Samples = {
  rows: async ({ add, networkId, organizationId, personId, subnetId, block: net }) => {
    const reservation = { networkId, organizationId, createdByUserId: personId, subnetId, subnetCidr: `${net}.0/24` };
    const [firstAddress, lastAddress] = [`${net}.200`, `${net}.209`];
    await add('AddressReservation', { ...reservation, firstAddress, lastAddress });
    await add('AddressReservation', { ...reservation, firstAddress: lastAddress, lastAddress, until: new Date(0) });
  },
  cases: {
    create_address_reservation: async (side) => {
      const net = block(side);
      return {
        network_id: side.networkId,
        subnet_id: await side.create('create_subnet', { cidr: `${net}.0/24` }),
        ...{ first_address: `${net}.10`, last_address: `${net}.19`, purpose: 'printers' },
        ...{ until: '2099-01-01T00:00:00.000Z', description: 'the second floor' },
      };
    },
  },
  operations: {
    list_address_reservations: 'addresses that people keep free',
    create_address_reservation: 'one range of them',
    get_address_reservation_by_id: 'one range of them',
    update_address_reservation: 'one range of them',
    delete_address_reservation: 'one range of them',
    bulk_delete_address_reservations: 'several of them',
    export_address_reservations_csv: 'spreadsheets read them',
  },
};
