// Data source Omada: reads devices, with ports, neighbors and clients, from TP-Link's Omada controller by its Open API.
import { z } from 'zod';
import { apiSource, sentSecret } from '../api-source';
import { machinesOf, sourceName } from './machines';
import { readController, sessionOf } from './requests';

const settings = z.object({
  omada_id: z.string().regex(/^[\w-]{1,64}$/),
  client_id: z.string().regex(/^[\x21-\x7e]{1,255}$/),
  client_secret: z.string().regex(/^[\x21-\x7e]{1,1000}$/),
  /** Name of the site to read. A site is a group of devices in the controller. Without a name, all sites are read. */
  site: z
    .string()
    .regex(/^\P{Cc}{1,255}$/u)
    .optional(),
});

export const omadaSource = apiSource<z.output<typeof settings>>({
  name: sourceName,
  needs: {
    credentials: ['OmadaOpenApi'],
    rights: 'an application of the Open API in the client mode, with the role Viewer',
    ports: 'TCP 8043, or the port of the credential',
  },
  port: 8043,
  sentType: 'OmadaOpenApi',
  sentSettings: ({ omada_id, client_id, client_secret, site }) => ({
    ...{ omada_id, client_id, client_secret: sentSecret(client_secret) },
    ...(site != null && { site }),
  }),
  settings,
  headers: () => ({}),
  session: sessionOf,
  // `reach` checks the connection. It needs no request, because the sign-in has already fetched a token.
  reach: () => Promise.resolve(),
  async read(client, apiSettings) {
    const controller = await readController(client, apiSettings);
    return { machines: controller.sites.flatMap(machinesOf), notes: controller.notes };
  },
});
