// What the OpenAPI document says of handlers that are no operation. Read when the document is generated, not by the service.
import type { PlainOperations } from '../rest/openapi/plain-operations';
import { accessOperations } from './access/access.openapi';

export const plainOperations: readonly PlainOperations[] = [accessOperations];
