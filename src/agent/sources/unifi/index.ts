// Data source UniFi Network: reads the devices of a site (a group of devices in a UniFi controller), with ports,
// neighbors and clients, by an API key or an account.
import { z } from 'zod';
import { fieldsOf } from '../../evidence/json';
import { apiSource, sentSecret } from '../api-source';
import { machinesOf, sourceName } from './machines';
import { readSite } from './requests';
import { findRoot, rootOfConsole, sessionOf } from './sign-in';

/** Name of the site in URLs of the UniFi Network application. */
const site = z
  .string()
  .regex(/^[\w-]{1,64}$/)
  .default('default');
const byKey = z.object({ api_key: z.string().regex(/^[\x21-\x7e]{1,1000}$/), site });
const byAccount = z.object({
  username: z.string().regex(/^\P{Cc}{1,255}$/u),
  password: z.string().regex(/^\P{Cc}{1,1000}$/u),
  site,
});
const settings = z.union([byKey, byAccount]);

export const unifiSource = apiSource<z.output<typeof settings>>({
  name: sourceName,
  needs: {
    credentials: ['UnifiApiKey', 'UnifiLocalAdmin'],
    rights:
      'an API key of an administrator with the role Viewer, on a console with UniFi OS; or a local account with that role',
    ports: 'TCP 443, or the port of the credential',
  },
  port: 443,
  sentType: 'UnifiController',
  sentSettings: ({ site: sentSite, auth }) => {
    const { mode, username, api_key: key, password } = fieldsOf(auth);
    return {
      ...(mode === 'LocalAdmin' ? { username, password: sentSecret(password) } : { api_key: sentSecret(key) }),
      ...(sentSite != null && { site: sentSite }),
    };
  },
  settings,
  headers: (apiSettings): Readonly<Record<string, string>> =>
    'api_key' in apiSettings ? { 'x-api-key': apiSettings.api_key } : {},
  session: (apiSettings, client) => ('username' in apiSettings ? sessionOf(apiSettings, client) : undefined),
  reach: async (client, apiSettings) =>
    'api_key' in apiSettings
      ? client.get(`${rootOfConsole}/integration/v1/info`)
      : client.get(`${await findRoot(client)}/api/self`),
  async read(client, apiSettings) {
    const root = 'api_key' in apiSettings ? rootOfConsole : await findRoot(client);
    const rows = await readSite(client, root, apiSettings.site);
    return { machines: machinesOf(rows), notes: rows.notes };
  },
});
