// Descriptions of neighbors by routing protocols, for GraphiQL and the OpenAPI document.
import { registerTexts } from '../../../graphql/descriptions/texts';

registerTexts({
  enums: {
    RoutingProtocol: {
      type: 'Routing protocols with neighbours.',
      values: {
        Ospf: 'OSPF version 2 (RFC 2328).',
        Ospfv3: 'OSPF version 3 (RFC 5340).',
        Bgp: 'BGP (RFC 4271).',
        IsIs: 'IS-IS (ISO 10589).',
      },
    },
    RoutingNeighborState: {
      type: 'State of a routing neighbour, by the names of its protocol.',
      values: {
        Down: 'OSPF, IS-IS: nothing received from it recently.',
        Attempt: 'OSPF Attempt: nothing received from it, Hello packets are sent to it.',
        Init: 'OSPF: Hello packets received in one direction only.',
        TwoWay: 'OSPF: Hello packets received in both directions, without an adjacency.',
        ExchangeStart: 'OSPF: the adjacency begins.',
        Exchange: 'OSPF: databases are described.',
        Loading: 'OSPF: databases are loaded.',
        Full: 'OSPF: adjacent.',
        Idle: 'BGP: no connection is tried.',
        Connect: 'BGP: waits for its connection.',
        Active: 'BGP: tries to connect.',
        OpenSent: 'BGP: waits for its OPEN.',
        OpenConfirm: 'BGP: waits for its KEEPALIVE.',
        Established: 'BGP: routes are exchanged.',
        Initializing: 'IS-IS: Hello packets received in one direction only.',
        Up: 'IS-IS: adjacent.',
        Failed: 'IS-IS: the adjacency has failed.',
      },
    },
  },
});
