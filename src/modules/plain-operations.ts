// OpenAPI descriptions of handlers that are not GraphQL operations. Loaded to generate the document, not by the running
// service.
import type { PlainOperations } from '../rest/openapi/plain-operations';
import { accessOperations } from './access/access.openapi';

export const plainOperations: readonly PlainOperations[] = [accessOperations];
