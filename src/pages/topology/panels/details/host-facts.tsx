// Facts about a host with all that is on it, as the details panel lists them.
import { instantWords } from '../../../kit/instant-words';
import { List, Rows, someOf, speed, Tags, watts } from './fact-lists';
import type { Facts } from './facts';
import { WirelessList } from './wireless-list';

type Host = NonNullable<Facts['host']>;

const roleNames: Readonly<Record<NonNullable<Host['role']>, string>> = {
  ...{
    Router: 'Router',
    Switch: 'Switch',
    Firewall: 'Firewall',
    AccessPoint: 'Access point',
    Controller: 'Controller',
  },
  ...{ Server: 'Server', Hypervisor: 'Hypervisor', Storage: 'Storage', Printer: 'Printer', Phone: 'Phone' },
  ...{ Camera: 'Camera', Ups: 'UPS', Pc: 'PC' },
};

// eslint-disable-next-line max-lines-per-function -- a table of facts, a row each
export function HostFacts({ host, isPart }: { host: Host; isPart: boolean }) {
  const device = [host.manufacturer, host.model].filter(Boolean).join(' ');
  return (
    <section>
      {isPart && <h3>Host {host.displayName}</h3>}
      <Tags tags={host.tags} />
      <Rows
        rows={[
          ['Hostname', host.hostname],
          ['Role', host.role && roleNames[host.role]],
          ['Device', device],
          ['System', host.os],
          ['Software', [...new Set([host.softwareRevision, host.firmwareRevision])].filter(Boolean).join(', ')],
          ['Serial number', host.serialNumber],
          ['Location', host.sysLocation],
          ['Managed at', host.managementUrl && <ManagementLink url={host.managementUrl} />],
          ['Spanning tree', treeWords(host)],
          ['Power given', powerWords(host)],
          ['Virtual on', host.virtualizationMetadata?.type],
          ['Description', host.description],
          ['Known by', host.source.type],
          ['Last seen', instantWords(host.lastSeenAt)],
          ['Missing since', host.missingSince && instantWords(host.missingSince)],
        ]}
      />
      <List title="Addresses" count={host.ipAddresses.length} isOpen>
        {host.ipAddresses.map((address) => (
          <li key={address.id}>
            {address.ipAddress}{' '}
            <span class="quiet">
              {[address.subnet?.name, address.macAddress, virtualWords(address, host)].filter(Boolean).join(' · ')}
            </span>
          </li>
        ))}
      </List>
      <WirelessList title="Wireless" list={host.wirelessAssociations} names="accessPoint" isOpen />
      <WirelessList title="Wireless clients" list={host.wirelessClients} names="client" isOpen />
      <WirelessList title="Clients of its access points" list={host.controlledClients} names="both" isOpen />
      <List title="Router groups" count={host.fhrpMemberships.nodes.length}>
        {host.fhrpMemberships.nodes.map(({ id, state, priority, group }) => (
          <li key={id}>
            {group ? groupName(group) : 'A group'}: {group?.virtualAddresses.join(', ')}{' '}
            <span class="quiet">
              {[state, priority !== null && `priority ${priority}`].filter(Boolean).join(' · ')}
            </span>
          </li>
        ))}
      </List>
      <List
        title="Routing neighbours"
        count={host.routingNeighbors.totalCount}
        shown={host.routingNeighbors.nodes.length}
      >
        {host.routingNeighbors.nodes.map((neighbor) => (
          <li key={neighbor.id}>
            {neighbor.neighborHost?.displayName ?? neighbor.neighborAddress ?? neighbor.neighborRouterId}{' '}
            <span class="quiet">
              {[
                routingNames[neighbor.protocol],
                neighbor.state,
                neighbor.remoteAs !== null && `AS ${neighbor.remoteAs}`,
                neighbor.interface?.displayName,
              ]
                .filter(Boolean)
                .join(' · ')}
            </span>
          </li>
        ))}
      </List>
      <List title="Routes" count={host.routes.totalCount} shown={host.routes.nodes.length}>
        {host.routes.nodes.map(({ id, destination, nextHop, nextHopHost, protocol, interface: port }) => (
          <li key={id}>
            {destination}{' '}
            <span class="quiet">
              {[
                nextHop && `by ${[nextHopHost?.displayName, nextHop].filter(Boolean).join(' ')}`,
                protocol,
                port?.displayName,
              ]
                .filter(Boolean)
                .join(' · ')}
            </span>
          </li>
        ))}
      </List>
      <List title="Services" count={host.services.length} isOpen={!isPart}>
        {host.services.map(({ id, name, category, tags }) => (
          <li key={id}>
            {name} <span class="quiet">{category}</span>
            <Tags tags={tags} />
          </li>
        ))}
      </List>
      <List title="Open ports" count={host.ports.length}>
        {host.ports.map(({ id, number, protocol, type }) => (
          <li key={id}>
            {number}/{protocol} <span class="quiet">{type}</span>
          </li>
        ))}
      </List>
      <List title="Interfaces" count={host.interfaces.length}>
        {host.interfaces.map((port) => (
          <li key={port.id}>
            {port.displayName}{' '}
            <span class="quiet">
              {[
                port.operStatus,
                speed(port.speedBps),
                port.stpState === 'Blocking' && 'blocked',
                port.aggregate && `in ${port.aggregate.displayName}`,
                drawnAt(port) > 0 && `gives ${watts(drawnAt(port))}`,
                vlansOf(port.nativeVlan, port.taggedVlans),
              ]
                .filter(Boolean)
                .join(' · ')}
            </span>
            {port.neighbors.map(({ id, basis, remoteInterface, remoteHost }) => (
              <div class="quiet" key={id}>
                {basis} neighbour: {remoteInterface?.host?.displayName ?? remoteHost?.displayName}{' '}
                {remoteInterface?.displayName}
              </div>
            ))}
          </li>
        ))}
      </List>
    </section>
  );
}

/** Of other schemes, such as scripts, the text alone. */
function ManagementLink({ url }: { url: string }) {
  if (!/^https?:\/\//i.test(url)) return <>{url}</>;
  return (
    <a href={url} target="_blank" rel="noopener noreferrer">
      {url}
    </a>
  );
}

function treeWords({ stpRootBridgeId, stpRootCost }: Host): string | null {
  if (stpRootBridgeId === null) return null;
  if (stpRootCost === 0) return `is the root, ${stpRootBridgeId}`;
  return [`root ${stpRootBridgeId}`, stpRootCost !== null && `cost ${stpRootCost}`].filter(Boolean).join(', ');
}

/** What devices at its ports draw, as far as it says. */
const drawnAt = ({ poeStatus, counters }: Host['interfaces'][number]): number =>
  (poeStatus === 'Delivering' && counters?.latest.poeMilliwatts) || 0;

function powerWords({ interfaces }: Host): string | null {
  const ports = interfaces.filter(({ poeStatus }) => poeStatus === 'Delivering');
  const drawn = ports.reduce((sum, port) => sum + drawnAt(port), 0);
  const words = [drawn > 0 && watts(drawn), `${ports.length} ${ports.length === 1 ? 'port' : 'ports'}`];
  return ports.length === 0 ? null : words.filter(Boolean).join(', ');
}

type RoutingProtocol = Host['routingNeighbors']['nodes'][number]['protocol'];
const routingNames: Readonly<Record<RoutingProtocol, string>> = {
  Ospf: 'OSPF',
  Ospfv3: 'OSPFv3',
  Bgp: 'BGP',
  IsIs: 'IS-IS',
};

type RouterGroup = NonNullable<Host['fhrpMemberships']['nodes'][number]['group']>;
const protocolNames: Readonly<Record<RouterGroup['protocol'], string>> = {
  Vrrp2: 'VRRP',
  Vrrp3: 'VRRPv3',
  Hsrp: 'HSRP',
};
const groupName = ({ protocol, groupNumber }: RouterGroup): string => `${protocolNames[protocol]} ${groupNumber}`;

/** Of an address that a group of the host shares. */
function virtualWords({ ipAddress, namespace }: Host['ipAddresses'][number], { fhrpMemberships }: Host): string {
  const groups = fhrpMemberships.nodes.flatMap(({ group }) =>
    group?.namespace === namespace && group.virtualAddresses.includes(ipAddress) ? groupName(group) : [],
  );
  return groups.length > 0 ? `virtual, of ${[...new Set(groups)].join(', ')}` : '';
}

function vlansOf(native: { vlanNumber: number } | null, tagged: readonly { vlanNumber: number }[]): string {
  const parts = [
    native && `VLAN ${native.vlanNumber}`,
    tagged.length > 0 && `tagged ${someOf(tagged.map(({ vlanNumber }) => `${vlanNumber}`))}`,
  ];
  return parts.filter(Boolean).join(', ');
}
