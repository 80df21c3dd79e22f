// REST routes of bindings.
import { GetBindingByIdDocument, ListBindingsDocument } from '../../generated/operations';
import { route } from '../../rest/route';

export const bindingRoutes = [
  route('get', '/bindings', ListBindingsDocument),
  route('get', '/bindings/:id', GetBindingByIdDocument),
];
