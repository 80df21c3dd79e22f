// Every REST route: the `*Routes` of each `*.rest.ts`, and the handlers that are no operation. Daemons call in dialects.
import { moduleRoutes } from '../generated/module-routes';
import type { Route } from '../rest/route';
import { withDialects } from './discovery/daemon/daemon-dialects.rest';

export { invitePages } from './access/invite/invite.pages';
export { createServerPoll, type ServerPoll } from './discovery/server-poll/server-poll.rest';
export { oidcRoutes } from './access/oidc/oidc.routes';
export { registrationGate } from './access/sign-in/registration.sql';
export { signInRoutes } from './access/sign-in/sign-in.routes';

/** Daemons of any age call some of them, each in its own words. */
export const routes: readonly Route[] = moduleRoutes.map(withDialects);
