// REST routes of reserved addresses. `address-reservation.rest.graphql` has the GraphQL documents that are not
// generated.
import {
  BulkDeleteAddressReservationsDocument,
  CreateAddressReservationDocument,
  DeleteAddressReservationDocument,
  GetAddressReservationByIdDocument,
  ListAddressReservationsDocument,
  UpdateAddressReservationDocument,
} from '../../../generated/operations';
import { csvRoute, route } from '../../../rest/route';

/**
 * Fields by which a list of reservations in REST can be ordered. There is no order by name, because reservations have
 * no name.
 */
const order = {
  ...{ created_at: 'createdAt', updated_at: 'updatedAt' },
  ...{ first_address: 'firstAddress', until: 'until', purpose: 'purpose' },
};

export const addressReservationRoutes = [
  route('get', '/address-reservations', ListAddressReservationsDocument, { order }),
  csvRoute('/address-reservations/export/csv', ListAddressReservationsDocument, 'ExportAddressReservationsCsv', {
    order,
  }),
  route('post', '/address-reservations', CreateAddressReservationDocument),
  route('get', '/address-reservations/:id', GetAddressReservationByIdDocument),
  route('put', '/address-reservations/:id', UpdateAddressReservationDocument),
  route('delete', '/address-reservations/:id', DeleteAddressReservationDocument),
  route('post', '/address-reservations/bulk-delete', BulkDeleteAddressReservationsDocument, { body: 'ids' }),
];
