// oidc-provider as a process of its own: whoever comes is signed in at once, as the person that the suite has named last.
import { createServer } from 'node:http';
import Provider from 'oidc-provider';

const { CLIENTS, JWKS, PORT } = process.env;
let person = { sub: 'nobody' };

const issuer = `http://127.0.0.1:${PORT}`;
const provider = new Provider(issuer, {
  clients: JSON.parse(CLIENTS),
  jwks: JSON.parse(JWKS),
  claims: { openid: ['sub', 'groups'], email: ['email', 'email_verified'], profile: ['name'] },
  conformIdTokenClaims: false,
  features: { devInteractions: { enabled: false }, backchannelLogout: { enabled: true } },
  pkce: { required: () => true },
  cookies: { keys: ['for tests alone'] },
  interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
  findAccount: (_ctx, sub) => ({ accountId: sub, claims: () => ({ ...person, sub }) }),
  loadExistingGrant: async (ctx) => {
    const { client, session } = ctx.oidc;
    const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId });
    grant.addOIDCScope('openid email profile');
    await grant.save();
    return grant;
  },
  renderError: (ctx, out) => {
    ctx.body = out;
  },
});
provider.on('server_error', (_ctx, error) => process.stderr.write(`${error.stack}\n`));
const answer = provider.callback();

createServer(async (req, res) => {
  if (req.url === '/person' && req.method === 'PUT') {
    const chunks = [];
    for await (const chunk of req) chunks.push(chunk);
    person = JSON.parse(Buffer.concat(chunks).toString());
    return void res.end();
  }
  if (req.url.startsWith('/interaction/'))
    return void provider.interactionFinished(req, res, { login: { accountId: person.sub } });
  answer(req, res);
}).listen(Number(PORT), '127.0.0.1', () => process.send?.('ready'));
