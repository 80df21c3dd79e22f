// Data source Kubernetes: reads the nodes of a cluster with their workloads and services, by a service account or a
// client certificate.
import { z } from 'zod';
import { apiSource, sentSecret } from '../api-source';
import { isUsable, pem, tlsOf } from '../http/client-tls';
import { machinesOf, sourceName } from './machines';
import { readCluster } from './requests';

const settings = z
  .object({
    token: z
      .string()
      .trim()
      .regex(/^[\x21-\x7e]{1,16384}$/)
      .optional(),
    client_certificate: pem,
    client_key: pem,
    certificate_authority: pem,
  })
  .refine(({ token, client_certificate: cert, client_key: key }) => (cert ? !!key : !key && !!token))
  .refine((apiSettings) => isUsable(tls(apiSettings)));

interface Settings {
  readonly token?: string | undefined;
  readonly client_certificate?: string | undefined;
  readonly client_key?: string | undefined;
  readonly certificate_authority?: string | undefined;
}

const tls = ({ client_certificate: cert, client_key: key, certificate_authority: ca }: Settings) => ({ cert, key, ca });

export const kubernetesSource = apiSource<Settings>({
  name: sourceName,
  needs: {
    credentials: ['KubernetesToken'],
    rights: 'the right to list nodes, pods, services, ingresses and jobs',
    ports: 'TCP 6443, or the port of the credential',
  },
  port: 6443,
  sentType: 'KubernetesToken',
  sentSettings: ({ token, certificate_authority: ca }) => ({
    token: sentSecret(token),
    ...(ca != null && { certificate_authority: sentSecret(ca) }),
  }),
  settings,
  headers: ({ token }): Record<string, string> => (token === undefined ? {} : { authorization: `Bearer ${token}` }),
  channel: (apiSettings) => ({ tls: tlsOf(tls(apiSettings)) }),
  reach: (client) => client.get('/api/v1/nodes?limit=1'),
  async read(client, _settings, place) {
    const cluster = await readCluster(client);
    return { machines: machinesOf(cluster, place), notes: cluster.notes };
  },
});
