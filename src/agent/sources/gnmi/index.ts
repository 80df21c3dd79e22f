// Data source gNMI: reads ports, neighbors, VLANs, forwarding and ARP tables of devices with the OpenConfig models.
import { z } from 'zod';
import { clientSource, sentSecret } from '../api-source';
import { createGnmiClient } from './client';
import { machinesOf, sourceName } from './machines';
import { readDevice } from './requests';

// A text of printable ASCII, as gRPC metadata requires (gRPC over HTTP/2, "Custom-Metadata").
const line = (longest: number) => z.string().regex(new RegExp(`^[\\x20-\\x7e]{1,${longest}}$`));
const settings = z.object({
  username: line(255),
  password: line(1000),
  /** Whether TLS is used. Without TLS, others on the network can read the password. */
  tls: z.boolean().default(true),
});

export const gnmiSource = clientSource<z.output<typeof settings>, ReturnType<typeof createGnmiClient>>({
  name: sourceName,
  needs: {
    credentials: ['Gnmi'],
    rights: 'a user who may read by gNMI: the calls Capabilities, Subscribe and Get',
    ports: 'TCP 9339, or the port of the credential',
  },
  port: 9339,
  sentType: 'Gnmi',
  sentSettings: ({ username, password, tls }) => ({
    ...{ username, password: sentSecret(password) },
    ...(tls != null && { tls }),
  }),
  settings,
  open: (connection, { tls, ...user }) => createGnmiClient({ ...connection, ...user, isSecure: tls }),
  reach: (client) => client.encoding(),
  async read(client, { tls }, place) {
    const device = await readDevice(client);
    const unsafe = tls ? [] : ['the user name and the password are sent without TLS: switch TLS on in the credential'];
    return { machines: machinesOf(device, place), notes: [...unsafe, ...device.notes] };
  },
});
