// Data source VMware vCenter: reads ESXi hosts and their virtual machines in a session of an account.
import { z } from 'zod';
import { apiSource, sentSecret } from '../api-source';
import { ApiFailure, type Headers } from '../http/api-client';
import { machinesOf, sourceName } from './machines';
import { readInventory } from './requests';

const settings = z.object({
  // A user name without colons, because a colon ends the user name in the Basic header (RFC 7617, section 2).
  username: z.string().regex(/^[^:\p{Cc}]{1,255}$/u),
  password: z.string().regex(/^\P{Cc}{1,1000}$/u),
});

const sessionPath = '/api/session';

/** The headers for requests in a session. `id` is the response to the request that opened the session. */
function headersOfSession(id: unknown): Headers {
  if (typeof id !== 'string' || !/^[\x21-\x7e]{1,1000}$/.test(id))
    throw new ApiFailure('broken', 'the answer to /api/session is no session');
  return { 'vmware-api-session-id': id };
}

export const vcenterSource = apiSource<z.output<typeof settings>>({
  name: sourceName,
  needs: {
    credentials: ['VCenterAccount'],
    rights: 'an account with the role Read-only on the vCenter Server, with propagation to children',
    ports: 'TCP 443, or the port of the credential',
  },
  port: 443,
  sentType: 'VCenterAccount',
  sentSettings: ({ username, password }) => ({ username, password: sentSecret(password) }),
  settings,
  headers: () => ({}),
  session: ({ username, password }) => ({
    ...{ path: sessionPath, headersOf: headersOfSession, ending: { method: 'DELETE' as const, path: sessionPath } },
    headers: { authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}` },
  }),
  reach: (client) => client.get('/api/vcenter/host'),
  async read(client, _settings, place) {
    const inventory = await readInventory(client);
    return { machines: machinesOf(inventory, place), notes: inventory.notes };
  },
});
