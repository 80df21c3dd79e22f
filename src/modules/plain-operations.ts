// OpenAPI descriptions of HTTP handlers that run no GraphQL operation. Only the generator of the OpenAPI document loads
// this file.
import type { PlainOperations } from '../rest/openapi/plain-operations';
import { accessOperations } from './access/access.openapi';

export const plainOperations: readonly PlainOperations[] = [accessOperations];
