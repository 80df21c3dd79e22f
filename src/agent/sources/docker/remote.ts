// Data sources Docker API and Podman API: read another machine's containers over TCP, with or without TLS, or through a
// proxy. The paths are those of the Docker Engine API (https://docs.docker.com/reference/api/engine/), which Podman
// also serves.
import { z } from 'zod';
import { ipFromText } from '../../evidence/addresses';
import { fieldsOf, textOf } from '../../evidence/json';
import { apiSource, sentSecret, type ApiSource } from '../api-source';
import { ApiFailure, type ApiClient } from '../http/api-client';
import { placeName, type ApiPlace } from '../http/trust';
import { isUsable, pem, tlsOf } from '../http/client-tls';
import { Notes } from '../http/notes';
import { someFacts, type FoundMachine, type Reading } from '../reading';
import { parseEngine } from './engine';
import { machinesOnLan } from './machines-on-lan';

const settings = z
  .object({
    /** Prefix of all API paths, for an API behind a proxy. */
    path: z
      .string()
      .max(255)
      .regex(/^[\w.~/-]*$/)
      .transform((text) => text.split('/').filter((part) => part !== ''))
      .refine((parts) => !parts.some((part) => /^\.+$/.test(part)))
      .transform((parts) => parts.map((part) => `/${part}`).join(''))
      .optional(),
    tls: z.boolean().optional(),
    ssl_cert: pem,
    ssl_key: pem,
    ssl_chain: pem,
    /** The address of the machine that runs the containers, if the API is at another address, such as a proxy's. */
    machine_address: z
      .string()
      .refine((text) => ipFromText(text) !== undefined)
      .optional(),
  })
  .refine(({ ssl_cert: cert, ssl_key: key }) => !cert === !key)
  .refine((apiSettings) => isUsable(tls(apiSettings)));

interface Settings {
  readonly path?: string | undefined;
  readonly tls?: boolean | undefined;
  readonly ssl_cert?: string | undefined;
  readonly ssl_key?: string | undefined;
  readonly ssl_chain?: string | undefined;
  readonly machine_address?: string | undefined;
}

const tls = ({ ssl_cert: cert, ssl_key: key, ssl_chain: ca }: Settings) => ({ cert, key, ca });

const engineSource = (name: string, type: string): ApiSource =>
  apiSource<Settings>({
    name,
    needs: {
      credentials: [type],
      rights: 'GET of `/containers/json` and `/networks`, and of `/version` and `/info` if possible',
      ports: 'TCP 2375, or the port of the credential',
    },
    port: 2375,
    sentType: type,
    sentSettings: ({ path, ssl_cert: cert, ssl_key: key, ssl_chain: ca }) => ({
      ...(path != null && { path }),
      ...(cert != null && { ssl_cert: sentSecret(cert) }),
      ...(key != null && { ssl_key: sentSecret(key) }),
      ...(ca != null && { ssl_chain: sentSecret(ca) }),
    }),
    settings,
    headers: () => ({}),
    channel: (apiSettings, { fingerprint }) => ({
      isPlain: !apiSettings.tls && !apiSettings.ssl_cert && !apiSettings.ssl_chain && fingerprint === undefined,
      prefix: apiSettings.path,
      tls: tlsOf(tls(apiSettings)),
    }),
    reach: (client) => client.get('/containers/json?limit=1'),
    read: (client, apiSettings, place) => readEngine(name, client, apiSettings, place),
  });

export const dockerApiSource = engineSource('docker-api', 'DockerProxy');
export const podmanApiSource = engineSource('podman-api', 'PodmanProxy');

/**
 * Throws ApiFailure if the containers or the networks cannot be read. The version and the engine's description are
 * optional.
 */
async function readEngine(source: string, client: ApiClient, apiSettings: Settings, place: ApiPlace): Promise<Reading> {
  const containers = await client.get('/containers/json');
  const networks = await client.get('/networks');
  if (!Array.isArray(containers) || !Array.isArray(networks))
    throw new ApiFailure('broken', 'the answer has no list of containers or networks');
  const notes = new Notes();
  const version = await notes.catching('the version of the engine', () => client.get('/version'));
  const info = fieldsOf(await notes.catching('the name and system of the machine', () => client.get('/info')));
  const engine = parseEngine({ containers, networks, version });
  const [id, name, os] = [textOf(info.ID), textOf(info.Name), textOf(info.OperatingSystem)];
  const key = `${source} ${id === '' ? `${placeName(place)}${apiSettings.path ?? ''}` : id}`;
  const address = ipFromText(apiSettings.machine_address ?? place.address);
  const machine: FoundMachine = {
    ...{ source, key, engine },
    ...(name !== '' && { name }),
    ...(os !== '' && { os }),
    facts: someFacts({ addresses: address === undefined ? [] : [{ address, ifIndex: 0 }] }),
  };
  if (address === undefined) notes.add('the machine has no known address: set machine_address');
  const machines = [...(address === undefined ? [] : [machine]), ...machinesOnLan(source, key, engine)];
  return { machines, notes: notes.texts };
}
