// Descriptions of the use of addresses, for GraphiQL and the OpenAPI document.
import { registerTexts } from '../../../graphql/descriptions/texts';

registerTexts({
  enums: {
    AddressState: {
      type: 'How an address of a subnet is used.',
      values: {
        Free: 'No host has it, no device reports it, and it is not reserved.',
        Reserved: 'An active reservation contains it, and nothing uses it.',
        Taken: 'A host has it, or a device reports it as the address of a gateway.',
        Special: 'The network itself uses it: hosts cannot have it.',
      },
    },
    AddressRole: {
      type: 'What an address is to its network.',
      values: {
        Network: 'Address of the IPv4 network itself (RFC 950); none in prefixes of 31 and 32 bits (RFC 3021).',
        Broadcast: 'Broadcast address of the IPv4 network (RFC 919); none in prefixes of 31 and 32 bits (RFC 3021).',
        SubnetRouter: 'Subnet-router anycast address of an IPv6 prefix (RFC 4291); none from 127 bits on (RFC 6164).',
        Gateway: 'Next hop in the routing table of a host in the subnet.',
        Virtual: 'Virtual address of a first hop redundancy group (VRRP, HSRP).',
      },
    },
  },
});
