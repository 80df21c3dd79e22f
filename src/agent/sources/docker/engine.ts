// Reads containers from the socket of Docker, or of any engine that offers Docker's API, and parses the responses.
import { request, type RequestOptions } from 'node:http';
import { ipFromText } from '../../evidence/addresses';
import { fieldsOf, listOf, textOf, type Fields } from '../../evidence/json';
import { macFromText } from '../../evidence/mac';
import type { Container, Engine, EngineNetwork } from '../container-engine';
import { isDeeperThan } from '../http/depth';

/** Limits for one response of the engine: size in bytes, time in milliseconds. */
const mostBytes = 32 * 1024 * 1024;
const answerMs = 5000;
/** Maximum nesting depth of lists and objects in a response. */
const deepest = 64;
/** Error codes of a connection that mean that no engine is available: no socket, no permission, no listener. */
const absent: ReadonlySet<string | undefined> = new Set(['ENOENT', 'EACCES', 'EPERM', 'ECONNREFUSED', 'ENOTSOCK']);

/**
 * Reads containers and networks from the engine. Undefined if there is no engine, or this process may not access it.
 * Throws if the engine returns an error or responds too late.
 */
export async function readLocalEngine(socketPath: string, signal: AbortSignal): Promise<Engine | undefined> {
  try {
    const engine = await readEngine((path) =>
      getFromEngine(path, { route: { socketPath }, signal, timeoutMs: answerMs, mostBytes }),
    );
    signal.throwIfAborted();
    return engine;
  } catch (error) {
    if (absent.has((error as NodeJS.ErrnoException).code)) return undefined;
    throw error;
  }
}

/** Reads containers and networks. `get` resolves with the parsed response to a path of the API, and may throw. */
export async function readEngine(get: (path: string) => Promise<unknown>): Promise<Engine> {
  const containers = await get('/containers/json');
  const networks = await get('/networks');
  // The version is only needed to recognize Podman, so a failure to read it is ignored.
  const version = await get('/version').catch(() => undefined);
  return parseEngine({ containers, networks, version });
}

/** Parses the responses to `/containers/json`, `/networks` and `/version`. */
export const parseEngine = ({
  containers,
  networks,
  version,
}: Readonly<Record<'containers' | 'networks' | 'version', unknown>>): Engine => ({
  runtime: detectRuntime(version),
  containers: parseContainers(containers, networks),
  networks: listOf(networks).map(parseNetwork),
});

export interface EngineRequest {
  /** The socket of the engine, or a function that opens a stream to the engine. */
  readonly route: Pick<RequestOptions, 'socketPath' | 'createConnection'>;
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
  readonly mostBytes: number;
  /** Called with the number of bytes of each received chunk. */
  readonly count?: (bytes: number) => void;
}

/**
 * Sends a GET request to a container engine. Throws if the response is an error, is not JSON, is too long or comes too
 * late.
 */
export function getFromEngine(path: string, options: EngineRequest): Promise<unknown> {
  const { route, signal, timeoutMs, mostBytes: limit, count } = options;
  return new Promise((resolve, reject) => {
    const both = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
    const outgoing = request({ ...route, path, headers: { host: 'docker' } }, (answer) => {
      const chunks: Buffer[] = [];
      let bytes = 0;
      answer.on('error', fail);
      answer.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
        count?.(chunk.length);
        if (bytes > limit) fail(new Error(`the container engine's answer is longer than ${limit} bytes`));
        else chunks.push(chunk);
      });
      answer.on('end', () => {
        if (answer.statusCode !== 200)
          return fail(new Error(`the container engine answers ${answer.statusCode} to ${path}`));
        const text = Buffer.concat(chunks).toString('utf8');
        if (isDeeperThan(text, deepest))
          return fail(new Error(`the container engine's answer to ${path} is nested too deeply`));
        try {
          resolve(JSON.parse(text));
        } catch {
          reject(new Error(`the container engine's answer to ${path} is not JSON`));
        }
      });
    });
    // The promise is rejected here, because a stream need not emit an error when it is destroyed.
    function fail(error: Error) {
      reject(error);
      outgoing.destroy();
    }
    const stop = () => fail(signal.aborted ? (signal.reason as Error) : new Error(lateText(path, timeoutMs)));
    both.addEventListener('abort', stop, { once: true });
    outgoing.on('close', () => both.removeEventListener('abort', stop));
    outgoing.on('error', fail);
    if (both.aborted) stop();
    outgoing.end();
  });
}

const lateText = (path: string, timeoutMs: number): string =>
  `the container engine does not answer to ${path} within ${Math.ceil(timeoutMs / 1000)} s`;

const toPortNumber = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isInteger(value) && value > 0 && value < 65536 ? value : undefined;

/** `Podman` if the response to `/version` lists Podman among its components, otherwise `Docker`. */
export function detectRuntime(version: unknown): Engine['runtime'] {
  const components = listOf(fieldsOf(version)['Components']);
  return components.some((one) => /^podman\b/i.test(textOf(one['Name']))) ? 'Podman' : 'Docker';
}

const parseNetwork = (network: Fields): EngineNetwork => ({
  name: textOf(network['Name']),
  driver: textOf(network['Driver']),
  subnets: parseSubnets(network),
});

const parseSubnets = (network: Fields): string[] =>
  listOf(fieldsOf(network['IPAM'])['Config'])
    .map((config) => textOf(config['Subnet']))
    .filter((subnet) => subnet !== '');

/** Parses the containers in the engine's responses, in which any field may be missing. */
export function parseContainers(containers: unknown, networks: unknown): Container[] {
  const networkById = new Map(listOf(networks).map((network) => [textOf(network['Id']), network]));
  return listOf(containers).flatMap((one) => {
    const id = textOf(one['Id']);
    if (id === '') return [];
    const names: readonly unknown[] = Array.isArray(one['Names']) ? one['Names'] : [];
    const attachments = Object.entries(fieldsOf(fieldsOf(one['NetworkSettings'])['Networks']));
    return {
      id,
      name: textOf(names[0]).replace(/^\//, '') || id.slice(0, 12),
      image: textOf(one['Image']),
      state: textOf(one['State']),
      labels: Object.fromEntries(
        Object.entries(fieldsOf(one['Labels'])).filter(
          (label): label is [string, string] => typeof label[1] === 'string',
        ),
      ),
      ports: listOf(one['Ports']).flatMap(parsePort),
      networks: attachments.map(([name, settings]) => parseAttachment(name, fieldsOf(settings), networkById)),
    };
  });
}

function parsePort(port: Fields): Container['ports'] {
  const privatePort = toPortNumber(port['PrivatePort']);
  const protocol = ({ tcp: 'Tcp', udp: 'Udp' } as const)[textOf(port['Type'])];
  if (privatePort === undefined || !protocol) return [];
  const publicPort = toPortNumber(port['PublicPort']);
  // ipFromText returns undefined for 0.0.0.0 and ::, which mean that the port is published at every address.
  const address = ipFromText(textOf(port['IP']));
  return [{ privatePort, protocol, ...(publicPort && { publicPort }), ...(address && { address }) }];
}

function parseAttachment(
  name: string,
  settings: Fields,
  networks: ReadonlyMap<string, Fields>,
): Container['networks'][number] {
  const id = textOf(settings['NetworkID']);
  const network = networks.get(id) ?? {};
  const driver = textOf(network['Driver']);
  const mac = macFromText(textOf(settings['MacAddress']));
  return {
    name,
    id,
    ...(driver !== '' && { driver }),
    subnets: parseSubnets(network),
    addresses: [settings['IPAddress'], settings['GlobalIPv6Address']]
      .map((address) => ipFromText(textOf(address)))
      .filter((address) => address !== undefined),
    ...(mac && { mac }),
  };
}
