// Declares reservations of addresses as an entity: conflict errors (409), and SQL for the name of a reservation in
// histories.
import { defineEntity } from '../../../data/model/entity-manifest';

const conflicts = { address_reservation_conflict: 'another reservation of the subnet has one of the addresses' };

export const addressReservationManifest = defineEntity('AddressReservation', {
  conflicts: { createAddressReservation: conflicts, updateAddressReservation: conflicts },
  historyName: `concat_ws('-', host(r.first_address), nullif(host(r.last_address), host(r.first_address)))`,
});
