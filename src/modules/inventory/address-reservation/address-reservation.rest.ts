// REST routes of reserved addresses, with documents from `address-reservation.rest.graphql` and generated ones.
import {
  BulkDeleteAddressReservationsDocument,
  CreateAddressReservationDocument,
  DeleteAddressReservationDocument,
  GetAddressReservationByIdDocument,
  ListAddressReservationsDocument,
  UpdateAddressReservationDocument,
} from '../../../generated/operations';
import { wireOrder } from '../../../rest/list-order';
import { csvRoute, route } from '../../../rest/route';

const order = wireOrder('first_address', 'until', 'purpose');

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
