// The source UniFi Network: devices of a site with their ports, neighbors and clients, by an API key.
import { z } from 'zod';
import { fieldsOf } from '../../evidence/json';
import { apiSource, sentSecret } from '../api-source';
import { machinesOf, sourceName } from './machines';
import { readSite } from './requests';

const settings = z.object({
  api_key: z.string().regex(/^[\x21-\x7e]{1,1000}$/),
  /** Name of the site in the URL of the application. */
  site: z
    .string()
    .regex(/^[\w-]{1,64}$/)
    .default('default'),
});

export const unifiSource = apiSource<z.output<typeof settings>>({
  name: sourceName,
  needs: {
    credentials: ['UnifiApiKey'],
    rights: 'an API key of an administrator with the role Viewer, on a console with UniFi OS',
    ports: 'TCP 443, or the port of the credential',
  },
  port: 443,
  sentType: 'UnifiController',
  sentSettings: ({ site, auth }) => ({
    api_key: sentSecret(fieldsOf(auth).api_key),
    ...(site != null && { site }),
  }),
  settings,
  headers: ({ api_key }) => ({ 'x-api-key': api_key }),
  reach: (client) => client.get('/proxy/network/integration/v1/info'),
  async read(client, { site }) {
    const rows = await readSite(client, site);
    return { machines: machinesOf(rows), notes: rows.notes };
  },
});
