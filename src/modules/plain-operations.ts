// OpenAPI descriptions of HTTP handlers that are not GraphQL operations. Only the generator of the OpenAPI document
// loads this file; the service does not.
import type { PlainOperations } from '../rest/openapi/plain-operations';
import { accessOperations } from './access/access.openapi';

export const plainOperations: readonly PlainOperations[] = [accessOperations];
