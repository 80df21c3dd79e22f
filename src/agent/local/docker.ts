// The containers of this machine, by the socket of Docker or of an engine that speaks its API.
import { request } from 'node:http';
import { ipOfText } from '../evidence/addresses';
import { macOfText } from '../evidence/mac';

export interface Container {
  id: string;
  name: string;
  image: string;
  /** As the engine says: running, exited, paused … */
  state: string;
  labels: Readonly<Record<string, string>>;
  ports: { privatePort: number; publicPort?: number; address?: string; protocol: 'Tcp' | 'Udp' }[];
  networks: {
    name: string;
    id: string;
    /** bridge, macvlan, overlay, host … */
    driver?: string;
    /** CIDRs of the network. */
    subnets: string[];
    addresses: string[];
    mac?: string;
  }[];
}

export interface EngineNetwork {
  readonly name: string;
  readonly driver: string;
  /** CIDRs. */
  readonly subnets: readonly string[];
}

/** A container engine that has answered. */
export interface Engine {
  readonly runtime: 'Docker' | 'Podman';
  readonly containers: readonly Container[];
  /** All that it has, those without containers among them. */
  readonly networks: readonly EngineNetwork[];
}

/** Longest answer that is read, and longest time for one. */
const mostBytes = 32 * 1024 * 1024;
const answerMs = 5000;
/** Why there is no engine to ask: no socket, not ours, nothing listens. */
const absent: ReadonlySet<string | undefined> = new Set(['ENOENT', 'EACCES', 'EPERM', 'ECONNREFUSED', 'ENOTSOCK']);

/** Undefined: no engine that this process may ask. Throws where one answers with errors or not at all. */
export async function localEngine(socketPath: string, signal: AbortSignal): Promise<Engine | undefined> {
  try {
    const containers = await get(socketPath, '/containers/json', signal);
    const networks = await get(socketPath, '/networks', signal);
    // An engine that does not tell its version has containers all the same.
    const version = await get(socketPath, '/version', signal).catch(() => undefined);
    signal.throwIfAborted();
    return {
      runtime: runtimeIn(version),
      containers: containersIn(containers, networks),
      networks: listOf(networks).map(networkOf),
    };
  } catch (error) {
    if (absent.has((error as NodeJS.ErrnoException).code)) return undefined;
    throw error;
  }
}

function get(socketPath: string, path: string, signal: AbortSignal): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const both = AbortSignal.any([signal, AbortSignal.timeout(answerMs)]);
    const asking = request({ socketPath, path, headers: { host: 'docker' }, signal: both }, (answer) => {
      const chunks: Buffer[] = [];
      let bytes = 0;
      answer.on('error', reject);
      answer.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
        if (bytes > mostBytes)
          asking.destroy(new Error(`the container engine's answer is longer than ${mostBytes} bytes`));
        else chunks.push(chunk);
      });
      answer.on('end', () => {
        if (answer.statusCode !== 200)
          return reject(new Error(`the container engine answers ${answer.statusCode} to ${path}`));
        try {
          resolve(JSON.parse(Buffer.concat(chunks).toString('utf8')));
        } catch {
          reject(new Error(`the container engine's answer to ${path} is no JSON`));
        }
      });
    });
    asking.on('error', reject);
    asking.end();
  });
}

type Fields = Readonly<Record<string, unknown>>;
const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};
const listOf = (value: unknown): readonly Fields[] => (Array.isArray(value) ? value.map(fieldsOf) : []);
const textIn = (value: unknown): string => (typeof value === 'string' ? value : '');
const portIn = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isInteger(value) && value > 0 && value < 65536 ? value : undefined;

/** Podman speaks Docker's API and names itself among the components of its version. */
export function runtimeIn(version: unknown): Engine['runtime'] {
  const components = listOf(fieldsOf(version)['Components']);
  return components.some((one) => /^podman\b/i.test(textIn(one['Name']))) ? 'Podman' : 'Docker';
}

const networkOf = (network: Fields): EngineNetwork => ({
  name: textIn(network['Name']),
  driver: textIn(network['Driver']),
  subnets: subnetsIn(network),
});

const subnetsIn = (network: Fields): string[] =>
  listOf(fieldsOf(network['IPAM'])['Config'])
    .map((config) => textIn(config['Subnet']))
    .filter((subnet) => subnet !== '');

/** From the answers of the engine, which may lack anything. */
export function containersIn(containers: unknown, networks: unknown): Container[] {
  const networkById = new Map(listOf(networks).map((network) => [textIn(network['Id']), network]));
  return listOf(containers).flatMap((one) => {
    const id = textIn(one['Id']);
    if (id === '') return [];
    const names: readonly unknown[] = Array.isArray(one['Names']) ? one['Names'] : [];
    const attached = Object.entries(fieldsOf(fieldsOf(one['NetworkSettings'])['Networks']));
    return {
      id,
      name: textIn(names[0]).replace(/^\//, '') || id.slice(0, 12),
      image: textIn(one['Image']),
      state: textIn(one['State']),
      labels: Object.fromEntries(
        Object.entries(fieldsOf(one['Labels'])).filter(
          (label): label is [string, string] => typeof label[1] === 'string',
        ),
      ),
      ports: listOf(one['Ports']).flatMap(portOf),
      networks: attached.map(([name, settings]) => attachmentOf(name, fieldsOf(settings), networkById)),
    };
  });
}

function portOf(port: Fields): Container['ports'] {
  const privatePort = portIn(port['PrivatePort']);
  const protocol = ({ tcp: 'Tcp', udp: 'Udp' } as const)[textIn(port['Type'])];
  if (privatePort === undefined || !protocol) return [];
  const publicPort = portIn(port['PublicPort']);
  // 0.0.0.0 and :: stand for every address.
  const address = ipOfText(textIn(port['IP']));
  return [{ privatePort, protocol, ...(publicPort && { publicPort }), ...(address && { address }) }];
}

function attachmentOf(
  name: string,
  settings: Fields,
  networks: ReadonlyMap<string, Fields>,
): Container['networks'][number] {
  const id = textIn(settings['NetworkID']);
  const network = networks.get(id) ?? {};
  const driver = textIn(network['Driver']);
  const mac = macOfText(textIn(settings['MacAddress']));
  return {
    name,
    id,
    ...(driver !== '' && { driver }),
    subnets: subnetsIn(network),
    addresses: [settings['IPAddress'], settings['GlobalIPv6Address']]
      .map((address) => ipOfText(textIn(address)))
      .filter((address) => address !== undefined),
    ...(mac && { mac }),
  };
}
