// REST routes of enrolment codes. `enrolment-code.rest.graphql` has the GraphQL documents that are not generated.
import {
  BulkDeleteEnrolmentCodesDocument,
  CreateEnrolmentCodeDocument,
  DeleteEnrolmentCodeDocument,
  ExchangeEnrolmentCodeDocument,
  GetEnrolmentCodeByIdDocument,
  ListEnrolmentCodesDocument,
} from '../../../generated/operations';
import { csvRoute, route } from '../../../rest/route';

export const enrolmentCodeRoutes = [
  route('get', '/enrolment-codes', ListEnrolmentCodesDocument),
  route('post', '/enrolment-codes', CreateEnrolmentCodeDocument),
  csvRoute('/enrolment-codes/export/csv', ListEnrolmentCodesDocument, 'ExportEnrolmentCodesCsv'),
  route('get', '/enrolment-codes/:id', GetEnrolmentCodeByIdDocument),
  route('delete', '/enrolment-codes/:id', DeleteEnrolmentCodeDocument),
  route('post', '/enrolment-codes/bulk-delete', BulkDeleteEnrolmentCodesDocument, { body: 'ids' }),
  route('post', '/enrolment-codes/exchange', ExchangeEnrolmentCodeDocument),
];
