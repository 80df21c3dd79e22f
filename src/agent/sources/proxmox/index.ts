// Data source Proxmox VE: reads the nodes of a cluster with their virtual machines and containers, by an API token.
import { z } from 'zod';
import { apiSource, sentSecret } from '../api-source';
import { machinesOf, sourceName } from './machines';
import { readCluster } from './requests';

const settings = z.object({
  /** Id of the API token, in the form `user@realm!name`. */
  token_id: z
    .string()
    .regex(/^[\x21-\x7e]{1,200}$/)
    .regex(/^[^@!=]+@[^@!=]+![^@!=]+$/),
  secret: z.string().regex(/^[\x21-\x7e]{1,1000}$/),
});

export const proxmoxSource = apiSource<z.output<typeof settings>>({
  name: sourceName,
  needs: {
    credentials: ['ProxmoxApiToken'],
    rights: 'an API token with the role `PVEAuditor` on `/`',
    ports: 'TCP 8006, or the port of the credential',
  },
  port: 8006,
  sentType: 'ProxmoxApiToken',
  sentSettings: ({ token_id, secret }) => ({ token_id, secret: sentSecret(secret) }),
  settings,
  headers: ({ token_id, secret }) => ({ authorization: `PVEAPIToken=${token_id}=${secret}` }),
  reach: (client) => client.get('/api2/json/version'),
  async read(client, _settings, place) {
    const cluster = await readCluster(client);
    return { machines: machinesOf(cluster, place), notes: cluster.notes };
  },
});
