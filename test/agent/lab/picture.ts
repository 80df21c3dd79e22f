// Reads from the API, and from the database, what Netloom has stored about a lab network.
import { createHash } from 'node:crypto';
import type { World } from '../../support/world';
import { byText, cableText, type Lab, type Machine, type Picture } from './truth';

interface FoundHost {
  readonly id: string;
  readonly name: string;
  readonly displayName: string;
  readonly lastDiscoveryId: string | null;
  readonly ipAddresses: readonly { readonly ipAddress: string; readonly macAddress: string | null }[];
  readonly interfaces: readonly FoundPort[];
}
interface FoundPort {
  readonly ifName: string;
  readonly macAddress: string;
  readonly operStatus: string;
  readonly neighbors: readonly {
    readonly remoteInterface: Far | null;
    readonly remoteHost: { readonly id: string } | null;
  }[];
}
interface Far {
  readonly ifName: string;
  readonly host: { readonly id: string };
}

const query = (at: string) => `query($network: UUID!) ${at} {
  daemons(filter: { network: { id: { eq: $network } } }) { nodes { hostId } }
  hosts(first: 100, filter: { network: { id: { eq: $network } } }) { nodes {
    id name displayName lastDiscoveryId ipAddresses { ipAddress macAddress }
    interfaces { ifName macAddress operStatus neighbors { remoteInterface { ifName host { id } } remoteHost { id } } }
  } }
  topologies(filter: { network: { id: { eq: $network } } }) { nodes {
    physical: graph(view: L2Physical) { edges {
      ... on PhysicalLinkEdge { sourceInterface { ifName host { id } } targetInterface { ifName host { id } } }
      ... on NeighborLinkEdge { sourceHost { id } targetHost { id } }
    } }
    logical: graph(view: L3Logical) { elements { ... on IpAddressElement { ipAddress { ipAddress subnet { cidr } } } } }
  } }
}`;

interface FoundEdge {
  readonly sourceInterface?: Far;
  readonly targetInterface?: Far;
  readonly sourceHost?: { readonly id: string };
  readonly targetHost?: { readonly id: string };
}
interface FoundElement {
  readonly ipAddress: { readonly ipAddress: string; readonly subnet: { readonly cidr: string } };
}

/**
 * Whether an IP address belongs to the lab network. The agent reads simulated devices at loopback addresses, which are
 * not part of the lab.
 */
const isOfLab = (address: string) => !address.startsWith('127.');

export interface Seen extends Picture {
  /** The lab's node of each host, by host id. */
  readonly nodeOf: ReadonlyMap<string, string>;
  /** Returns the nodes that the run with this id was the last to observe. */
  readonly observedBy: (runId: string) => string[];
}

/**
 * Reads what Netloom shows of the lab, at present or at the instant `at`. Hosts are recognized by their addresses in
 * the lab. `before` gives the node of each host that no longer has such an address.
 */
export async function readPicture(
  world: World,
  { truth, agentsNode }: Pick<Lab, 'truth' | 'agentsNode'>,
  at?: Date,
  before: ReadonlyMap<string, string> = new Map(),
): Promise<Seen> {
  const queryText = query(at ? `@at(instant: "${at.toISOString()}")` : '');
  const answer = await world.owner.query(queryText, { network: world.networkId });
  const agents: string[] = answer.daemons.nodes.map(({ hostId }: { hostId: string }) => hostId);
  const isInLab = ({ id }: FoundHost) => agentsNode !== undefined || !agents.includes(id);
  const hosts = (answer.hosts.nodes as FoundHost[]).filter(isInLab);
  const [topology] = answer.topologies.nodes as [
    { physical: { edges: FoundEdge[] }; logical: { elements: FoundElement[] } },
  ];
  const nodeAt = new Map(
    Object.entries(truth.nodes).flatMap(([node, ports]) =>
      ports.flatMap(({ ips }) => ips.map((ip) => [ip.split('/')[0]!, node] as const)),
    ),
  );
  const nodeOf = new Map(
    hosts.map(({ id, displayName, ipAddresses }) => {
      const [node] = ipAddresses.flatMap(({ ipAddress }) => nodeAt.get(ipAddress) ?? []);
      return [id, node ?? before.get(id) ?? `unknown machine ${displayName}`] as const;
    }),
  );
  const portText = ({ ifName, host }: Far) => `${nodeOf.get(host.id)} ${ifName}`;
  const machineOf = ({ name, ipAddresses, interfaces }: FoundHost): Machine => ({
    name,
    addresses: ipAddresses
      .filter(({ ipAddress }) => isOfLab(ipAddress))
      .map(({ ipAddress, macAddress }) => `${ipAddress} ${macAddress}`)
      .sort(byText),
    // Loopback interfaces are omitted, because `lab.sh truth` does not list them.
    ports: interfaces
      .filter(({ ifName }) => ifName !== 'lo')
      .map(({ ifName, macAddress, operStatus }) => `${ifName} ${macAddress} ${operStatus}`)
      .sort(byText),
  });
  const links = hosts.flatMap(({ id, interfaces }) =>
    interfaces.flatMap((port) =>
      port.neighbors.map(({ remoteInterface, remoteHost }) =>
        cableText(
          portText({ ...port, host: { id } }),
          remoteInterface ? portText(remoteInterface) : nodeOf.get(remoteHost!.id)!,
        ),
      ),
    ),
  );
  const subnets: Record<string, string[]> = {};
  for (const { ipAddress } of topology.logical.elements)
    if (isOfLab(ipAddress.ipAddress)) (subnets[ipAddress.subnet.cidr] ??= []).push(ipAddress.ipAddress);
  return {
    nodeOf,
    observedBy: (runId) =>
      hosts.filter(({ lastDiscoveryId }) => lastDiscoveryId === runId).map(({ id }) => nodeOf.get(id)!),
    // If two hosts represent the same node, the second host gets the key `NODE again`, so that it does not overwrite
    // the first.
    machines: Object.fromEntries(
      hosts.map((host, at) => {
        const node = nodeOf.get(host.id)!;
        const isFirst = hosts.findIndex(({ id }) => nodeOf.get(id) === node) === at;
        return [isFirst ? node : `${node} again`, machineOf(host)];
      }),
    ),
    cables: topology.physical.edges
      .map(({ sourceInterface, targetInterface, sourceHost, targetHost }) =>
        sourceInterface && targetInterface
          ? cableText(portText(sourceInterface), portText(targetInterface))
          : cableText(nodeOf.get(sourceHost!.id)!, nodeOf.get(targetHost!.id)!),
      )
      .sort(byText),
    // A link may be reported by both of its ends, so duplicates are removed.
    links: [...new Set(links)].sort(byText),
    subnets: Object.fromEntries(Object.entries(subnets).map(([cidr, ips]) => [cidr, ips.sort(byText)])),
  };
}

/** Rows by table, including the tables of past states. All states of a row have the same `id`. */
type StoredRows = Readonly<Record<string, readonly { readonly id: string; readonly row: string }[]>>;

/**
 * Reads the network's rows from all tables with history and their tables of past states, without the columns that every
 * run updates.
 */
export async function readStoredRows({ prisma, networkId }: World): Promise<StoredRows> {
  const tables = await prisma.$queryRaw<{ name: string }[]>`
    SELECT table_name AS name FROM information_schema.columns
    WHERE table_schema = current_schema() AND column_name IN ('network_id', 'valid_from')
    GROUP BY table_name HAVING count(*) = 2
    ORDER BY table_name`;
  const stored: Record<string, { id: string; row: string }[]> = {};
  for (const { name } of tables)
    stored[name] = await prisma.$queryRawUnsafe(
      `SELECT t.id::text, (to_jsonb(t) - '{updated_at,last_seen_at,last_discovery_id}'::text[])::text AS row
       FROM "${name}" t WHERE network_id = $1::uuid ORDER BY 2`,
      networkId,
    );
  return stored;
}

/**
 * For each table, the number of rows and a hash of the rows. The rows whose ids are in `withoutIds`, and their past
 * states, are omitted.
 */
export function fingerprintsOf(stored: StoredRows, withoutIds: readonly string[] = []): Record<string, string> {
  return Object.fromEntries(
    Object.entries(stored).map(([name, rows]) => {
      const texts = rows.filter(({ id }) => !withoutIds.includes(id)).map(({ row }) => row);
      return [name, `${texts.length} rows ${createHash('sha256').update(JSON.stringify(texts)).digest('hex')}`];
    }),
  );
}

export const readFingerprints = async (world: World) => fingerprintsOf(await readStoredRows(world));
