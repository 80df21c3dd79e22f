// Descriptions of neighbors of ports and their evidence, for GraphiQL and the OpenAPI document.
import { registerTexts } from '../../../graphql/descriptions/texts';
import {
  documentedLinkTexts,
  forwardingReasonTexts,
  neighborProtocolText,
  neighborReasonTexts,
} from './neighbor-reasons';

registerTexts({
  enums: {
    LldpChassisIdSubtype: {
      type: 'LLDP chassis ID subtype (IEEE 802.1AB, 8.5.2; LLDP-MIB LldpChassisIdSubtype).',
      values: {
        ChassisComponent: 'chassisComponent(1): entPhysicalAlias of a chassis (ENTITY-MIB).',
        InterfaceAlias: 'interfaceAlias(2): ifAlias (IF-MIB).',
        PortComponent: 'portComponent(3): entPhysicalAlias of a port or backplane (ENTITY-MIB).',
        MacAddress: 'macAddress(4): MAC address.',
        NetworkAddress: 'networkAddress(5): network address.',
        InterfaceName: 'interfaceName(6): ifName (IF-MIB).',
        LocallyAssigned: 'local(7): locally assigned.',
      },
    },
    LldpPortIdSubtype: {
      type: 'LLDP port ID subtype (IEEE 802.1AB, 8.5.3; LLDP-MIB LldpPortIdSubtype).',
      values: {
        InterfaceAlias: 'interfaceAlias(1): ifAlias (IF-MIB).',
        PortComponent: 'portComponent(2): entPhysicalAlias of a port or backplane (ENTITY-MIB).',
        MacAddress: 'macAddress(3): MAC address.',
        NetworkAddress: 'networkAddress(4): network address.',
        InterfaceName: 'interfaceName(5): ifName (IF-MIB).',
        AgentCircuitId: 'agentCircuitId(6): agent circuit ID (RFC 3046).',
        LocallyAssigned: 'local(7): locally assigned.',
      },
    },
    NeighborBasis: {
      type: 'Evidence that a link between neighbours is based on.',
      values: {
        LLDP: 'A record of the Link Layer Discovery Protocol (IEEE 802.1AB).',
        CDP: 'A record of the Cisco Discovery Protocol.',
        FDB: 'Only the forwarding table of a port (BRIDGE-MIB, RFC 4188): the port has learned exactly one machine.',
        ARP: 'Only the ARP table of a port (IP-MIB, RFC 4293): exactly one machine and no bridge is behind the port.',
        Documented: 'A documented cable, from an import such as NetBox, that no device reports.',
        Manual: 'Only a decision of a user.',
      },
    },
    NeighborProtocol: {
      type: 'Neighbour discovery protocols.',
      values: {
        LLDP: 'Link Layer Discovery Protocol (IEEE 802.1AB).',
        CDP: 'Cisco Discovery Protocol.',
      },
    },
    NeighborReason: {
      type: 'Why a neighbour record gave less than a link between two ports that both sides report.',
      values: neighborReasonTexts,
    },
    DocumentedLinkState: {
      type: 'Results of comparing a documented cable with discovered links.',
      values: documentedLinkTexts,
    },
    ForwardingReason: {
      type: 'Why a forwarding or ARP table gave no link.',
      values: forwardingReasonTexts,
    },
    NeighborType: {
      values: { Interface: 'A port.', Host: 'A host whose port is not known.' },
    },
  },
  fields: {
    'InterfaceNeighbor.protocol': neighborProtocolText,
    'NeighborEvidence.protocol': 'Protocol that reported the neighbour: LLDP (IEEE 802.1AB) or CDP.',
    'NeighborEvidenceInput.protocol': 'Protocol that reported the neighbour: LLDP (IEEE 802.1AB) or CDP.',
    lldpChassisId: 'Chassis ID of the neighbour (LLDP-MIB lldpRemChassisId).',
    lldpPortId: 'Port ID of the neighbour (LLDP-MIB lldpRemPortId).',
    lldpSysName: 'System name of the neighbour (LLDP-MIB lldpRemSysName).',
    lldpPortDesc: "Description of the neighbour's port (LLDP-MIB lldpRemPortDesc).",
    lldpSysDesc: 'System description of the neighbour (LLDP-MIB lldpRemSysDesc).',
    subtype: 'Format of the value.',
  },
});
