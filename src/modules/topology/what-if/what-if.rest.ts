// The REST route of supposed changes. Its GraphQL document is in `what-if.rest.graphql`.
import { WhatIfDocument } from '../../../generated/operations';
import { route } from '../../../rest/route';

export const whatIfRoutes = [route('post', '/topology/:id/what-if', WhatIfDocument)];
