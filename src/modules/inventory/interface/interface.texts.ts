// Descriptions of ports, for GraphiQL and the OpenAPI document.
import { registerTexts } from '../../../graphql/descriptions/texts';

registerTexts({
  enums: {
    StpPortState: {
      type: 'State of a port in the spanning tree (BRIDGE-MIB dot1dStpPortState, RFC 4188).',
      values: {
        Disabled: 'It takes no part.',
        Blocking: 'It passes no frames; discarding in RSTP (IEEE 802.1D-2004).',
        Listening: 'It is about to learn addresses.',
        Learning: 'It learns addresses and passes no frames yet.',
        Forwarding: 'It passes frames.',
        Broken: 'It does not work properly and passes no frames.',
      },
    },
    DuplexMode: {
      type: 'Mode of an Ethernet port (EtherLike-MIB dot3StatsDuplexStatus, RFC 3635).',
      values: {
        Half: 'Half duplex: sends or receives, one at a time.',
        Full: 'Full duplex: sends and receives at the same time.',
      },
    },
    PoeStatus: {
      type: 'State of a port that can power others (POWER-ETHERNET-MIB pethPsePortDetectionStatus, RFC 3621).',
      values: {
        Disabled: 'Powering is switched off.',
        Searching: 'Searches for a device to power.',
        Delivering: 'Supplies power to a device.',
        Fault: 'Powering failed.',
        Test: 'In a test mode.',
        OtherFault: 'No power because of a fault outside the port.',
      },
    },
    IfAdminStatus: {
      type: 'Desired state of an interface (IF-MIB ifAdminStatus, RFC 2863).',
      values: {
        Up: 'up(1): ready to pass packets.',
        Down: 'down(2): switched off.',
        Testing: 'testing(3): in a test mode, passes no operational packets.',
      },
    },
    IfOperStatus: {
      type: 'Operational state of an interface (IF-MIB ifOperStatus, RFC 2863).',
      values: {
        Up: 'up(1): ready to pass packets.',
        Down: 'down(2): not ready to pass packets.',
        Testing: 'testing(3): in a test mode, passes no operational packets.',
        Unknown: 'unknown(4): the state cannot be determined.',
        Dormant: 'dormant(5): waiting for an external event.',
        NotPresent: 'notPresent(6): a component is missing, typically hardware.',
        LowerLayerDown: 'lowerLayerDown(7): down because an interface below it is down.',
      },
    },
  },
  fields: {
    interfaceId: 'Id of the port.',
    adminStatus: 'Desired state (IF-MIB ifAdminStatus); null if never read.',
    operStatus: 'Operational state (IF-MIB ifOperStatus); null if never read.',
    interfaceIds: 'Ids of interfaces.',
    interfaces: 'Its interfaces.',
  },
});
