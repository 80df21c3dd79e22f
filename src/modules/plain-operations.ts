// OpenAPI descriptions of handlers that are not GraphQL operations. Loaded when the document is generated, not by the
// service.
import type { PlainOperations } from '../rest/openapi/plain-operations';
import { accessOperations } from './access/access.openapi';

export const plainOperations: readonly PlainOperations[] = [accessOperations];
