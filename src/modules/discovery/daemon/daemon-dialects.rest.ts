// Converts requests and responses of routes that daemons call from and to the protocol version of the calling daemon.
import type { DocumentNode } from 'graphql';
import { isDaemon } from '../../../data/tenancy/viewer';
import { AppError } from '../../../errors';
import {
  CreateHostDiscoveriesDocument,
  CreateHostDiscoveryDocument,
  CreateSubnetDocument,
  CreateVlanDiscoveryDocument,
  DaemonStartupDocument,
  ListSubnetsDocument,
  ReceiveDiscoveryUpdateDocument,
  ReceiveHeartbeatDocument,
  ReceiveWorkRequestDocument,
  RegisterDaemonDocument,
  UpdateCapabilitiesDocument,
} from '../../../generated/operations';
import { nilId } from '../../../platform/text/validation';
import type { Dialect, DialectCaller, Route } from '../../../rest/route';
import {
  protocolGeneration,
  isOlderGeneration,
  isObject,
  readBodyInTurns,
  writeAnswer,
  writeRefusal,
  type DaemonCall,
  type Generation,
  type Json,
} from '../protocol/generations';

const calls = new Map<DocumentNode, DaemonCall>([
  [RegisterDaemonDocument, 'register'],
  [DaemonStartupDocument, 'startup'],
  [ReceiveWorkRequestDocument, 'request-work'],
  [ReceiveHeartbeatDocument, 'heartbeat'],
  [UpdateCapabilitiesDocument, 'update-capabilities'],
  [ReceiveDiscoveryUpdateDocument, 'update'],
  [CreateHostDiscoveryDocument, 'hosts/discovery'],
  [CreateHostDiscoveriesDocument, 'hosts/discovery/batch'],
  [CreateSubnetDocument, 'subnets'],
  [ListSubnetsDocument, 'subnets'],
  [CreateVlanDiscoveryDocument, 'vlans/discovery'],
]);

/**
 * For each operation, the fields that a response to a daemon leaves out if they are null, because daemons cannot parse
 * null in these fields.
 */
const omits: Partial<Record<DaemonCall, readonly string[]>> = {
  subnets: ['cidr_source'],
  'hosts/discovery': [
    'os',
    ...['name', 'hostname', 'sys_name', 'manufacturer', 'model', 'serial_number'].map((fact) => `${fact}_source`),
    ...['firmware_revision', 'software_revision', 'os'].map((fact) => `${fact}_source`),
    'role_source',
    ...['ip_addresses.mac_address_source', 'interfaces.mac_address_source'],
  ],
};

/**
 * Returns the route with conversions for the protocol version of the calling daemon. Requests of users are not
 * converted.
 */
export function withDialects(route: Route): Route {
  const call = route.download ? undefined : calls.get(route.document);
  if (call === undefined) return route;
  const omittedMembers = omits[call];
  return { ...route, dialect: (req) => dialectOf(call, req), ...(omittedMembers && { omits: omittedMembers }) };
}

function dialectOf(call: DaemonCall, req: DialectCaller): Dialect | undefined {
  const viewer = req.authentication?.viewer;
  if (!viewer || !isDaemon(viewer)) return undefined;
  const version = versionOf(req) ?? viewer.version;
  const generation = protocolGeneration(version);
  const networkId = viewer.networkIds[0]!;
  return {
    // A daemon that does not know its id sends the nil id (all zeros); the request's key tells which daemon it is. But
    // at startup, such a daemon gets 404, because it then registers and learns its id.
    readParameters: ({ id, ...others }) => {
      if (id === nilId && call === 'startup') throw new AppError('entity_not_found', { entity: 'Daemon', id });
      return id === undefined ? others : { ...others, id: id === nilId ? (viewer.daemonId ?? id) : id };
    },
    readBody: async (body) =>
      completeBody(call, await readBodyInTurns(call, body), { generation, networkId, version: versionOf(req) }),
    write: (data) => writeAnswer(call, generation, data),
    refuse: (error) => writeRefusal(call, generation, error),
  };
}

/** Returns the daemon's version from the request's header. Daemons before 0.14.10 send the version in the body. */
function versionOf({ headers, body }: DialectCaller): string | undefined {
  const header = headers['x-daemon-version'];
  if (typeof header === 'string') return header.trim();
  const { version, daemon_version: startedVersion } = isObject(body) ? body : {};
  return [version, startedVersion].find((one) => typeof one === 'string');
}

/** Adds the values that older daemons do not send, such as the id of the network. */
function completeBody(
  call: DaemonCall,
  body: Json,
  { generation, networkId, version }: { generation: Generation; networkId: string; version: string | undefined },
): Json {
  switch (call) {
    case 'register':
      return { daemon_id: nilId, network_id: nilId, version, ...body };
    case 'request-work':
      return { version, ...body, is_staged: isOlderGeneration(generation, 'B') };
    case 'subnets':
    case 'vlans/discovery':
      return { network_id: networkId, ...body };
    case 'hosts/discovery/batch': {
      const { reports } = body;
      const inNetwork = (one: unknown) =>
        isObject(one) ? completeBody('hosts/discovery', one, { generation, networkId, version }) : one;
      return Array.isArray(reports) ? { ...body, reports: reports.map(inNetwork) } : body;
    }
    case 'hosts/discovery':
      return isObject(body.host) ? { ...body, host: { network_id: networkId, ...body.host } } : body;
    default:
      return body;
  }
}
