// All REST routes: the `*Routes` of each `*.rest.ts`. Requests of daemons are converted from the daemon's protocol
// version. Requests of users may have alternative names of paths and fields (see `other-names.ts`).
import { moduleRoutes } from '../generated/module-routes';
import type { Route } from '../rest/route';
import { withOtherNames } from '../rest/other-names';
import { withDialects } from './discovery/daemon/daemon-dialects.rest';
import { acceptedNames, otherCollections } from './other-names';

export { invitePages } from './access/invite/invite.pages';
export { createServerPoll, type ServerPoll } from './discovery/server-poll/server-poll.rest';
export { oidcRoutes } from './access/oidc/oidc.routes';
export { registrationGate } from './access/sign-in/registration.sql';
export { shareFrames } from './access/share/share-frames';
export { shareVisits } from './access/share/share-visits.rest';
export { createWebhookSender, type WebhookSender } from './events/delivering/webhook-sender';
export { signInRoutes } from './access/sign-in/sign-in.routes';

/**
 * All REST routes of the service. `withDialects` adds conversions for older protocol versions to the routes that
 * daemons call. `withOtherNames` adds alternative names, such as `sites` for `networks`.
 */
export const routes: readonly Route[] = moduleRoutes
  .map(withDialects)
  .map(withOtherNames(otherCollections, acceptedNames));
