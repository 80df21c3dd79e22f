// Routes of OpenID Connect, below /api/auth/oidc/{slug}.
import express, { Router, type RequestHandler } from 'express';
import { methodNotAllowed, requireAcceptable } from '../../../platform/http/negotiation';
import { oidcDoor, type OidcOptions, type Params } from './oidc-door.routes';
import { authorize, callback, link, logout, unlink } from './oidc-endpoints.routes';

const longestLogoutToken = 16_384;

/**
 * Returns the router of OpenID Connect. Mount it at /api/auth, after authentication, the check against request forgery
 * and the rate limit.
 */
export function oidcRoutes(options: OidcOptions): Router {
  const router = Router({ caseSensitive: true });
  const door = oidcDoor(options);
  const form = express.urlencoded({ extended: false, limit: longestLogoutToken, parameterLimit: 10 });
  const toEither = requireAcceptable(['application/json', 'text/html']);
  router.get('/oidc/:slug/authorize', setOperationName('authorize_oidc'), toEither, authorize(door));
  router.get('/oidc/:slug/callback', setOperationName('oidc_callback'), toEither, callback(door));
  router.post('/oidc/:slug/link', setOperationName('link_oidc_account'), requireAcceptable(), link(door));
  router.post('/oidc/:slug/unlink', setOperationName('unlink_oidc_account'), requireAcceptable(), unlink(door));
  router.post('/oidc/:slug/backchannel-logout', setOperationName('oidc_backchannel_logout'), form, logout(door));
  for (const name of ['authorize', 'callback']) router.all(`/oidc/:slug/${name}`, methodNotAllowed(['GET']));
  for (const name of ['link', 'unlink', 'backchannel-logout'])
    router.all(`/oidc/:slug/${name}`, methodNotAllowed(['POST']));
  return router;
}

const setOperationName =
  (operationName: string): RequestHandler<Params> =>
  (req, res, next) => {
    req.operationName = operationName;
    res.set('Cache-Control', 'no-store');
    next();
  };
