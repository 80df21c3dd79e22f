// Runs oidc-provider in a separate process. It signs in each visitor immediately, as the person that the suite has
// named.
import { createServer } from 'node:http';
import Provider from 'oidc-provider';

const { CLIENT, JWKS, PORT, PUBLIC_URL } = process.env;
/** The actual address of the service. Requests for the public address of the service are sent to it. */
let service = '';
let person = { sub: 'none' };

const client = JSON.parse(CLIENT);
const issuer = `http://127.0.0.1:${PORT}`;
const provider = new Provider(issuer, {
  clients: [client],
  clientAuthMethods: [client.token_endpoint_auth_method],
  jwks: JSON.parse(JWKS),
  claims: { openid: ['sub', 'groups'], email: ['email', 'email_verified'], profile: ['name'] },
  conformIdTokenClaims: false,
  features: {
    devInteractions: { enabled: false },
    backchannelLogout: { enabled: true },
    rpInitiatedLogout: {
      logoutSource: (ctx, form) => {
        ctx.body = form;
      },
      postLogoutSuccessSource: (ctx) => {
        ctx.body = 'signed out';
      },
    },
  },
  pkce: { required: () => true },
  cookies: { keys: ['for tests alone'] },
  interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
  findAccount: (_ctx, sub) => ({ accountId: sub, claims: () => ({ ...person, sub }) }),
  loadExistingGrant: async (ctx) => {
    const grant = new provider.Grant({ clientId: ctx.oidc.client.clientId, accountId: ctx.oidc.session.accountId });
    grant.addOIDCScope('openid email profile');
    await grant.save();
    return grant;
  },
  renderError: (ctx, out) => {
    ctx.body = out;
  },
  // oidc-provider's own dispatcher refuses to connect to loopback addresses.
  fetch: (url, options) => fetch(String(url).replace(PUBLIC_URL, service), { ...options, dispatcher: undefined }),
});
const answer = provider.callback();

/** The suite sets these variables by PUT requests to these paths. */
const orders = {
  '/person': (parsedBody) => (person = parsedBody),
  '/service': (parsedBody) => (service = parsedBody),
};

createServer(async (req, res) => {
  if (req.method === 'PUT' && Object.hasOwn(orders, req.url)) {
    const chunks = [];
    for await (const chunk of req) chunks.push(chunk);
    orders[req.url](JSON.parse(Buffer.concat(chunks).toString()));
    return void res.end();
  }
  if (req.url.startsWith('/interaction/'))
    return void provider.interactionFinished(req, res, { login: { accountId: person.sub } });
  answer(req, res);
}).listen(Number(PORT), '127.0.0.1', () => process.send('ready'));
