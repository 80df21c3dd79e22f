// A daemon that waits to be called: a model of one generation, which reads what it is sent as strictly as that does.
import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Bodies are as the wire has them. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Json = any;

export interface Call {
  readonly path: string;
  readonly authorization: string | undefined;
  readonly body: Json;
}

/** What differs between the generations that the suites have. */
export interface Generation {
  readonly version: string;
  /** Names of the lists of a host's addresses and of its SNMP ports. */
  readonly addresses: string;
  readonly interfaces: string;
  /** Rows have a source with metadata. */
  readonly hasMetadata: boolean;
  /** Members of a report that only this generation has. */
  readonly extra: Json;
}
export const generationB: Generation = {
  version: '0.15.2',
  addresses: 'interfaces',
  interfaces: 'if_entries',
  hasMetadata: true,
  extra: {},
};
export const generationF: Generation = {
  version: '0.17.20',
  addresses: 'ip_addresses',
  interfaces: 'interfaces',
  hasMetadata: false,
  extra: { subnets: [], interfaces_complete: true, interface_data_complete: { lldp: true, cdp: true, fdb: true } },
};

const nilId = '00000000-0000-0000-0000-000000000000';
const envelope = (data: Json) => ({ success: true, data, meta: { api_version: 1, server_version: '0.17.0' } });

function need(row: Json, ...members: string[]): void {
  for (const member of members)
    if (row?.[member] === undefined || row[member] === null) throw new Error(`${member} is missing`);
}

export interface ModelDaemon {
  readonly url: string;
  readonly calls: Call[];
  /** The key that it was given; calls with another are refused. */
  key: string | undefined;
  /** What it says of being idle; absent: nothing. */
  readyForWork: boolean | undefined;
  version: string;
  /** Answers a path in another way than it would; false: as usual. */
  override: ((req: IncomingMessage, res: ServerResponse) => boolean) | undefined;
  /** What has been sent that it could not read. */
  readonly unreadable: string[];
  /** Forgets the run, as after a restart. */
  forget(): void;
  readonly pathsOf: () => string[];
  close(): Promise<void>;
}

/**
 * It runs the work that it is given: a subnet, a host in it by the subnet's confirmed id, then the end. With `stays` it
 * goes on until it is cancelled.
 */
export async function startModelDaemon(
  generation: Generation,
  { stays = false, block = '10.77.1' }: { readonly stays?: boolean; readonly block?: string } = {},
): Promise<ModelDaemon> {
  const calls: Call[] = [];
  const unreadable: string[] = [];
  let daemonId = nilId;
  let networkId = nilId;
  let session: Json;
  let phase: string | undefined;
  let subnet: Json;
  let host: Json;
  let created: Json = {};

  const now = () => new Date().toISOString();
  const source = () => ({
    type: 'Discovery',
    ...(generation.hasMetadata && {
      metadata: [{ discovery_type: { type: 'Unified' }, daemon_id: daemonId, date: now() }],
    }),
  });
  const times = () => ({ created_at: now(), updated_at: now() });

  const newSubnet = () => ({
    ...{ id: randomUUID(), ...times(), cidr: `${block}.0/24`, name: `${block}.0/24`, description: null },
    ...{ network_id: networkId, subnet_type: 'Lan', tags: [], source: source() },
  });
  const newHost = (subnetId: string) => {
    const id = randomUUID();
    const port = {
      id: randomUUID(),
      host_id: nilId,
      network_id: nilId,
      number: 22,
      protocol: 'Tcp',
      type: 'Ssh',
      ...times(),
    };
    return {
      host: {
        ...{ id, ...times(), network_id: networkId, name: 'found', hostname: 'found.example', description: null },
        ...{ hidden: false, tags: [], source: source(), ...(generation.hasMetadata && { virtualization: null }) },
      },
      [generation.addresses]: [
        {
          ...{ id: randomUUID(), host_id: nilId, network_id: networkId, subnet_id: subnetId, ip_address: `${block}.9` },
          ...{ mac_address: '00:1B:21:AA:BB:09', name: null, position: 0, ...times() },
        },
      ],
      ports: [port],
      services: [],
      ...generation.extra,
    };
  };

  const progress = (): Json =>
    session && phase
      ? {
          ...{ session_id: session.session_id, daemon_id: daemonId, network_id: networkId, phase },
          ...{ discovery_type: session.discovery_type, progress: phase === 'Complete' ? 100 : 40 },
          ...{ error: null, started_at: now(), finished_at: phase === 'Scanning' ? null : now(), hosts_discovered: 1 },
        }
      : null;

  const polled = () => {
    const entities = {
      hosts: host && !(host.host.id in created) ? [host] : [],
      subnets: subnet && !(subnet.id in created) ? [subnet] : [],
    };
    const answer = { progress: progress(), entities };
    // The end is said once.
    if (phase === 'Complete' || phase === 'Cancelled') {
      session = undefined;
      phase = undefined;
    }
    return answer;
  };

  const confirmed = (body: Json) => {
    for (const [id, row] of body.subnets) {
      need(row, 'id', 'created_at', 'cidr', 'name', 'subnet_type', 'network_id', 'source');
      if (!('description' in row)) throw new Error('description is missing');
      if (generation.hasMetadata) need(row.source, 'metadata');
      created[id] = row;
    }
    for (const [id, row] of body.hosts) {
      need(row, 'id', 'created_at', 'updated_at', 'name', 'network_id', 'tags', 'source');
      need(row, generation.addresses, 'ports', 'services', generation.interfaces);
      if (generation.hasMetadata) need(row.source, 'metadata');
      for (const address of row[generation.addresses])
        need(address, 'network_id', 'host_id', 'subnet_id', 'ip_address');
      for (const port of row.ports) need(port, 'host_id', 'network_id', 'number', 'protocol', 'type');
      for (const [name, value] of Object.entries(row))
        if (name.endsWith('_source') && value === null) throw new Error(`${name} is null`);
      created[id] = row;
    }
    if (subnet && created[subnet.id] && !host) host = newHost(created[subnet.id].id);
    else if (host && created[host.host.id] && !stays) phase = 'Complete';
  };

  const status = () => ({
    ...{ name: 'as it calls itself', mode: 'server_poll', version: daemon.version, url: 'http://169.254.169.254/' },
    ...(daemon.readyForWork !== undefined && { ready_for_work: daemon.readyForWork && !session }),
    ...(generation === generationB && { has_docker_socket: false }),
    ...{ capabilities: {}, interfaced_subnets: [] },
  });

  const answerOf = (path: string, body: Json): [number, Json] => {
    switch (path) {
      case '/api/first-contact':
        need(body, 'daemon_id', 'server_capabilities');
        need(body.server_capabilities, 'server_version', 'minimum_daemon_version');
        daemonId = body.daemon_id;
        networkId = body.network_id ?? networkId;
        return [200, status()];
      case '/api/status':
        return [200, status()];
      case '/api/poll':
        return [200, polled()];
      case '/api/discovery/entities-created':
        confirmed(body);
        return [200, 'ok'];
      case '/api/discovery/initiate':
        need(body, 'session_id', 'discovery_type');
        if (session) return [409, null];
        if (body.discovery_type.type !== 'Unified') throw new Error('it knows no such type');
        need(body.discovery_type, 'host_id');
        session = body;
        phase = 'Scanning';
        created = {};
        host = undefined;
        subnet = newSubnet();
        return [200, { session_id: body.session_id }];
      case '/api/discovery/cancel':
        if (!session || body !== session.session_id) return [409, null];
        phase = 'Cancelled';
        return [200, body];
      default:
        return [404, null];
    }
  };

  const server = createServer((req, res) => {
    const pieces: Buffer[] = [];
    req.on('data', (piece: Buffer) => pieces.push(piece));
    req.on('end', () => {
      const text = Buffer.concat(pieces).toString();
      const body: Json = text === '' ? undefined : JSON.parse(text);
      const path = req.url!;
      const { authorization } = req.headers;
      calls.push({ path, authorization, body });
      if (daemon.override?.(req, res)) return;
      if (daemon.key !== undefined && authorization !== `Bearer ${daemon.key}`) {
        res.writeHead(401).end('Unauthorized');
        return;
      }
      try {
        const [code, data] = answerOf(path, body);
        res.writeHead(code, { 'Content-Type': 'application/json' });
        res.end(JSON.stringify(code === 200 ? envelope(data) : { success: false, error: 'no', meta: {} }));
      } catch (error) {
        unreadable.push(`${path}: ${(error as Error).message}`);
        res.writeHead(422).end();
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  const daemon: ModelDaemon = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    unreadable,
    key: undefined,
    readyForWork: true,
    version: generation.version,
    override: undefined,
    forget() {
      session = undefined;
      phase = undefined;
      host = undefined;
      subnet = undefined;
    },
    pathsOf: () => calls.map(({ path }) => path),
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
  return daemon;
}
