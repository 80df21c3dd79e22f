// Data source RouterOS: reads ports, addresses, neighbors and tables of MikroTik devices with RouterOS 7, by its REST
// API.
import { z } from 'zod';
import { apiSource, sentSecret } from '../api-source';
import { machinesOf, sourceName } from './machines';
import { readRouter } from './requests';

const settings = z.object({
  // A user name without colons, because a colon ends the user name in the Basic header (RFC 7617, section 2).
  username: z.string().regex(/^[^:\p{Cc}]{1,255}$/u),
  password: z.string().regex(/^\P{Cc}{0,1000}$/u),
});

export const routerOsSource = apiSource<z.output<typeof settings>>({
  name: sourceName,
  needs: {
    credentials: ['RouterOsAccount'],
    rights: 'a user of a group with the policies `read`, `rest-api` and `api`',
    ports: 'TCP 443, or the port of the credential',
  },
  port: 443,
  sentType: 'RouterOsAccount',
  sentSettings: ({ username, password }) => ({ username, password: sentSecret(password) }),
  settings,
  headers: ({ username, password }) => ({
    authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`,
  }),
  reach: (client) => client.get('/rest/system/identity'),
  async read(client, _settings, place) {
    const router = await readRouter(client);
    return { machines: machinesOf(router, place), notes: router.notes };
  },
});
