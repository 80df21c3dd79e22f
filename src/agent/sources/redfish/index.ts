// Data source Redfish: reads servers with their serial numbers, network adapters and baseboard management controllers.
import { z } from 'zod';
import { apiSource, sentSecret } from '../api-source';
import { machinesOf, sourceName } from './machines';
import { reachService, readService } from './requests';

const settings = z.object({
  // A user name without colons, because a colon ends the user name in the Basic header (RFC 7617, section 2).
  username: z.string().regex(/^[^:\p{Cc}]{1,255}$/u),
  password: z.string().regex(/^\P{Cc}{1,1000}$/u),
});

export const redfishSource = apiSource<z.output<typeof settings>>({
  name: sourceName,
  needs: {
    credentials: ['RedfishAccount'],
    rights: 'a user with the role ReadOnly',
    ports: 'TCP 443, or the port of the credential',
  },
  port: 443,
  sentType: 'RedfishAccount',
  sentSettings: ({ username, password }) => ({ username, password: sentSecret(password) }),
  settings,
  headers: ({ username, password }) => ({
    authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`,
    'odata-version': '4.0',
  }),
  reach: reachService,
  async read(client, _settings, place) {
    const service = await readService(client);
    return { machines: machinesOf(service, place), notes: service.notes };
  },
});
