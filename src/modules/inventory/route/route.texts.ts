// Descriptions of routes, for GraphiQL and the OpenAPI document.
import { registerTexts } from '../../../graphql/descriptions/texts';

registerTexts({
  enums: {
    RouteProtocol: {
      type: 'Origin of a route (IANAipRouteProtocol).',
      values: {
        Other: 'None of these, or unknown.',
        Local: 'An address of an interface.',
        Static: 'Configured by network management (`netmgmt`).',
        Icmp: 'An ICMP redirect.',
        Egp: 'EGP (RFC 904).',
        Ggp: 'GGP (RFC 823).',
        Hello: 'HELLO (RFC 891).',
        Rip: 'RIP (RFC 2453) or RIPng (RFC 2080).',
        IsIs: 'IS-IS (ISO 10589).',
        EsIs: 'ES-IS (ISO 9542).',
        Igrp: 'Cisco IGRP.',
        BbnSpfIgp: 'BBN SPF IGP.',
        Ospf: 'OSPF (RFC 2328, RFC 5340).',
        Bgp: 'BGP (RFC 4271).',
        Idpr: 'IDPR (RFC 1479).',
        Eigrp: 'EIGRP (RFC 7868).',
        Dvmrp: 'DVMRP (RFC 1075).',
        Rpl: 'RPL (RFC 6550).',
        Dhcp: 'DHCP (RFC 2132).',
        Ttdp: 'Train Topology Discovery Protocol (IEC 61375-2-5).',
      },
    },
    RouteType: {
      type: 'Types of routes: what happens to packets for the destination (IP-FORWARD-MIB inetCidrRouteType, RFC 4292).',
      values: {
        Other: 'None of these.',
        Reject: 'They are dropped with an ICMP error.',
        Local: 'They are sent to the destination itself, on an interface of the host.',
        Remote: 'They are sent to the next hop.',
        Blackhole: 'They are dropped without an error.',
      },
    },
  },
});
