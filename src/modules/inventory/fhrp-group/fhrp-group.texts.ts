// Descriptions of groups of routers with a virtual address, for GraphiQL and the OpenAPI document.
import { registerTexts } from '../../../graphql/descriptions/texts';

registerTexts({
  enums: {
    FhrpProtocol: {
      type: 'First hop redundancy protocols.',
      values: {
        Vrrp2: 'VRRP version 2 (RFC 3768).',
        Vrrp3: 'VRRP version 3 (RFC 5798).',
        Hsrp: 'Cisco HSRP (RFC 2281).',
      },
    },
    FhrpState: {
      type: 'State of a router in its first hop redundancy group.',
      values: {
        Initialize: 'VRRP and HSRP: not running yet.',
        Backup: 'VRRP: waits for the master to fail.',
        Master: 'VRRP: forwards packets sent to the virtual addresses.',
        Learn: 'HSRP: has not learned the virtual address.',
        Listen: 'HSRP: neither active nor standby.',
        Speak: 'HSRP: takes part in the election.',
        Standby: 'HSRP: next to become active.',
        Active: 'HSRP: forwards packets sent to the virtual addresses.',
      },
    },
  },
});
