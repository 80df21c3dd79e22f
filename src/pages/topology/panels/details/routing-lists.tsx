// Routing of a host, for the details panel: redundancy groups, neighbours and routes.
import { ownNameOf } from '../../../../modules/topology/graph/ports/port-name';
import { List } from './fact-lists';
import type { Host } from './facts';
import { texts } from './texts';

export function RouterGroupList({ host }: { host: Host }) {
  return (
    <List title={texts.routingLists.routerGroups} count={host.fhrpMemberships.nodes.length}>
      {host.fhrpMemberships.nodes.map(({ id, state, priority, group }) => (
        <li key={id}>
          {group ? groupName(group) : texts.routingLists.aGroup}: {group?.virtualAddresses.join(', ')}{' '}
          <span class="quiet">{[state, priority !== null && `priority ${priority}`].filter(Boolean).join(' · ')}</span>
        </li>
      ))}
    </List>
  );
}

export function RoutingNeighborList({ host }: { host: Host }) {
  return (
    <List
      title={texts.routingLists.routingNeighbours}
      count={host.routingNeighbors.totalCount}
      shownCount={host.routingNeighbors.nodes.length}
    >
      {host.routingNeighbors.nodes.map((neighbor) => (
        <li key={neighbor.id}>
          {neighbor.neighborHost?.displayName ?? neighbor.neighborAddress ?? neighbor.neighborRouterId}{' '}
          <span class="quiet">
            {[
              routingNames[neighbor.protocol],
              neighbor.state,
              neighbor.remoteAs !== null && texts.routingLists.as(neighbor.remoteAs),
              neighbor.interface && ownNameOf(neighbor.interface),
            ]
              .filter(Boolean)
              .join(' · ')}
          </span>
        </li>
      ))}
    </List>
  );
}

export function RouteList({ host }: { host: Host }) {
  return (
    <List title={texts.routingLists.routes} count={host.routes.totalCount} shownCount={host.routes.nodes.length}>
      {host.routes.nodes.map(({ id, destination, nextHop, nextHopHost, protocol, interface: port }) => (
        <li key={id}>
          {destination}{' '}
          <span class="quiet">
            {[
              nextHop && `by ${[nextHopHost?.displayName, nextHop].filter(Boolean).join(' ')}`,
              protocol,
              port && ownNameOf(port),
            ]
              .filter(Boolean)
              .join(' · ')}
          </span>
        </li>
      ))}
    </List>
  );
}

type RoutingProtocol = Host['routingNeighbors']['nodes'][number]['protocol'];
const routingNames: Readonly<Record<RoutingProtocol, string>> = {
  Ospf: texts.routingLists.ospf,
  Ospfv3: 'OSPFv3',
  Bgp: texts.routingLists.bgp,
  IsIs: 'IS-IS',
};

type RouterGroup = NonNullable<Host['fhrpMemberships']['nodes'][number]['group']>;
const protocolNames: Readonly<Record<RouterGroup['protocol'], string>> = {
  Vrrp2: texts.routingLists.vrrp,
  Vrrp3: 'VRRPv3',
  Hsrp: texts.routingLists.hsrp,
};
export const groupName = ({ protocol, groupNumber }: RouterGroup): string =>
  `${protocolNames[protocol]} ${groupNumber}`;
