// The REST route of supposed changes. GraphQL document that is not generated: `what-if.rest.graphql`.
import { WhatIfDocument } from '../../../generated/operations';
import { route } from '../../../rest/route';

export const whatIfRoutes = [route('post', '/topology/:id/what-if', WhatIfDocument)];
