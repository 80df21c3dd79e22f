// Descriptions of enums and their values, for GraphiQL and the OpenAPI document.

interface EnumText {
  readonly type?: string;
  /** None: the names are the words that one would describe them by. */
  readonly values?: Readonly<Record<string, string>>;
}

export const enumTexts: Readonly<Record<string, EnumText>> = {
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
    values: { Half: 'It sends or receives at a time.', Full: 'It sends and receives at once.' },
  },
  PoeStatus: {
    type: 'State of a port that can power others (POWER-ETHERNET-MIB pethPsePortDetectionStatus, RFC 3621).',
    values: {
      Disabled: 'Powering is switched off.',
      Searching: 'No device to power is found.',
      Delivering: 'It powers a device.',
      Fault: 'Powering failed.',
      Test: 'It is in a test mode.',
      OtherFault: 'It does not power for a fault outside of the port.',
    },
  },
  OptionalEdgeType: {
    type: 'Kinds of edges that a graph has on request alone.',
    values: {
      AggregateLink: 'Several cables that are one link (IEEE 802.1AX), in L2Physical.',
    },
  },
  ImportAction: {
    type: 'What applying an import plan does with a row.',
    values: {
      Create: 'The network does not have it.',
      Change: 'The network has it with other values.',
      Match: 'The network has it with these values.',
      Refuse: 'It is left out.',
    },
  },
  ImportRowKind: {
    type: 'What a row of an import plan is about.',
    values: {
      Host: 'A host with its parts.',
      Interface: 'A part of a host.',
      Subnet: 'A subnet.',
      Vlan: 'A VLAN.',
      Entry: 'An entry that was refused when it was read.',
    },
  },
  AuditActorType: {
    type: 'Kinds of actors.',
    values: {
      User: 'A user with a session.',
      UserApiKey: 'A program with a user API key.',
      Daemon: 'A daemon with its API key.',
      Discovery: 'The evaluation of a finished discovery run.',
      System: 'The service itself, or a direct change in the database.',
    },
  },
  AuditEventType: {
    type: 'Kinds of audit events.',
    values: {
      Change: 'Inventory rows were created, updated or deleted.',
      SignIn: 'A user signed in.',
      SignOut: 'A user signed out.',
      SignInRefused: 'A wrong password or code; `details` says if it locked the account.',
      PasswordChanged: 'A user changed the password.',
      PasswordLinkMade: 'The operator of the service made a link that sets a new password.',
      SecondFactorSet: 'A user set up a second factor.',
      SecondFactorRemoved: 'The second factor of a user was removed.',
      RecoveryCodesReplaced: 'A user got new recovery codes; the old ones are invalid.',
      PasskeyAdded: 'A user added a passkey.',
      PasskeyRemoved: 'A user removed a passkey.',
      SecondFactorRequirementChanged: 'The organization began or ceased to ask for a second factor.',
      UserAdded: 'A user registered or accepted an invite.',
      UserRemoved: 'A user was deleted.',
      RightsChanged: 'Role or networks of a user changed.',
      KeyCreated: 'A user or daemon API key was created.',
      KeyChanged: 'Name, rights, networks, expiry or state of an API key changed.',
      KeyDeleted: 'An API key was deleted.',
      KeyRotated: 'An API key got a new token; the old token is invalid.',
      ApiAccessChanged: 'API access of the organization was switched on or off.',
      InviteCreated: 'An invite was created.',
      InviteAccepted: 'An invite was accepted.',
      InviteRevoked: 'An invite was deleted, alone or with a reset of the organization.',
      ShareCreated: 'A share was created.',
      ShareChanged: 'A share was updated.',
      ShareDeleted: 'A share was deleted.',
      OrganizationChanged: 'The organization was renamed.',
      OrganizationReset: 'All data of the organization except its users was deleted.',
      NetworkCreated: 'A network was created.',
      NetworkChanged: 'Name or staleness limit of a network changed.',
      NetworkDeleted: 'A network was deleted with its inventory and history.',
      CredentialCreated: 'A credential was created.',
      CredentialChanged: 'Name, type, secrets or scope of a credential changed.',
      CredentialDeleted: 'A credential was deleted.',
      SnapshotTaken: 'A snapshot was taken.',
      SnapshotDeleted: 'A snapshot was deleted.',
      DiscoveryCreated: 'A discovery was created; records of finished runs are not reported.',
      DiscoveryChanged: 'A discovery was updated.',
      DiscoveryDeleted: 'A discovery was deleted.',
      DaemonAdded: 'A daemon was provisioned or registered.',
      DaemonRemoved: 'A daemon was deleted.',
      DaemonConfirmed: 'A user let a daemon have credentials.',
      LinkDecided: 'A user proposed, confirmed or refuted a link.',
      LinkDecisionDeleted: 'A decision on a link was taken back, or went with one of its ends.',
      CredentialsSent: 'A daemon was given credentials for a run; `details` names them.',
    },
  },
  BindingType: {
    values: {
      IPAddress: 'A whole IP address, without a port.',
      Port: 'A transport port on one address or on all addresses of the host.',
    },
  },
  Color: { type: 'Colour names.' },
  CredentialType: {
    type: 'SNMP version of a credential.',
    values: {
      SnmpV1: 'SNMPv1 (RFC 1157), with a community.',
      SnmpV2c: 'SNMPv2c (RFC 1901), with a community.',
      SnmpV3: 'SNMPv3 with the User-based Security Model (RFC 3414).',
    },
  },
  DaemonMode: {
    type: 'Direction of the connection between server and daemon.',
    values: {
      daemon_poll: 'The daemon connects to the server.',
      server_poll: 'The server connects to the daemon.',
    },
  },
  DaemonVersionState: {
    type: "A daemon's version compared with the version of the server.",
    values: {
      Current: 'The latest version, or a newer one.',
      Outdated: 'A newer version is available.',
      Deprecated: 'Still accepted; a later release of the server will refuse it.',
      Unsupported: 'Too old; the server refuses it.',
      Unknown: 'The daemon has reported no semantic version.',
    },
  },
  DiscoveryStage: {
    type: 'Stages of a job, in order, for daemons that cannot run it at once.',
    values: {
      SelfReport: 'The machine of the daemon.',
      Network: 'The machines in its subnets.',
      Docker: 'The containers of its machine.',
    },
  },
  DiscoveryPhase: {
    type: 'Phases of a discovery session, in order; Complete, Failed and Cancelled end it.',
    values: {
      Pending: 'Waiting for the daemon to take it.',
      Queued: 'Waiting for another session of the same daemon to end.',
      Starting: 'Handed to the daemon, which has not reported yet.',
      Started: 'The daemon has started the run.',
      Scanning: 'The daemon is scanning.',
      Complete: 'Ended successfully.',
      Failed: 'Ended with an error.',
      Cancelled: 'Ended by a user.',
    },
  },
  DiscoveryType: { type: 'Kinds of discoveries. Users create Unified ones only.' },
  EdgeStyle: {
    type: 'Line style of the edges of a group.',
    values: {
      Straight: 'A straight line.',
      Bezier: 'A Bézier curve.',
      SmoothStep: 'Horizontal and vertical segments with rounded corners.',
    },
  },
  EntitySourceType: {
    type: 'Origins of an entity.',
    values: {
      Manual: 'Entered by a user.',
      System: 'Created by the service.',
      Discovery: 'Found by a discovery.',
      DiscoveryWithMatch: 'Found by a discovery and identified with a confidence.',
      Imported: 'Imported from another system.',
      Inferred: 'Derived from what other devices report, such as an LLDP neighbour that was not scanned.',
      Unknown: 'Not recorded.',
    },
  },
  GraphContainerType: {
    type: 'Kinds of boxes.',
    values: {
      Subnet: 'A subnet.',
      ServiceCategory: 'Services of one category.',
      Application: 'Services of an application tag.',
      ApplicationUngrouped: 'Services without an application tag.',
      Root: 'Elements whose own box the options hide.',
      Host: 'A host.',
      NestedTag: 'Elements that carry a tag, inside another box.',
      NestedServiceCategory: 'Elements of one service category, inside another box.',
      Hypervisor: 'Virtual machines of a hypervisor.',
      ContainerRuntime: 'Containers of a container runtime.',
      Stack: 'Containers of a Compose project.',
      TrunkPort: 'Trunk ports: ports with tagged VLANs.',
      VLAN: 'Ports with the same native VLAN.',
      PortOpStatus: 'Ports with the same operational state.',
    },
  },
  GraphEdgeHandle: {
    values: { Top: 'Top side.', Bottom: 'Bottom side.', Left: 'Left side.', Right: 'Right side.' },
  },
  GraphEdgeHighlight: {
    type: 'When an edge is highlighted.',
    values: { WhenSelected: 'When one of its ends is selected.', Always: 'Always.' },
  },
  GraphEdgeStroke: {
    type: 'Stroke of an edge.',
    values: { Solid: 'A solid line.', Dashed: 'A dashed line.', Dotted: 'A dotted line.' },
  },
  GraphEdgeVisibility: {
    type: 'Default visibility of an edge.',
    values: { Visible: 'Shown by default.', Hidden: 'Hidden by default.' },
  },
  GraphElementType: {
    type: 'Kinds of elements.',
    values: {
      IPAddress: 'An IP address in its subnet.',
      Interface: 'A port of a device.',
      Host: 'A virtual machine.',
      Service: 'A service.',
    },
  },
  GraphInlineRole: {
    type: 'Position of a row inside an element.',
    values: { Header: 'Heads the rows of its group.', Member: 'Listed below the header of its group.' },
  },
  GraphNodeType: {
    type: 'Kinds of nodes.',
    values: { Container: 'A box that groups other nodes.', Element: 'A single entity inside a box.' },
  },
  GraphStopKind: {
    type: 'Kinds of stops of a path.',
    values: { Host: 'A host.', Subnet: 'A subnet.', Node: 'A node of the view.' },
  },
  GroupMemberType: {
    type: 'Kinds of group members.',
    values: { Services: 'Services.', Bindings: 'Bindings of services.' },
  },
  GroupType: { type: 'Structure of a group.' },
  HostNamingFallback: {
    values: { BestService: 'The service that identifies the host best.', Ip: 'Its IP address.' },
  },
  HostRole: {
    type: 'What hosts are in their networks.',
    values: {
      Router: 'Connects subnets.',
      Switch: 'Bridges its ports.',
      Firewall: 'Filters traffic.',
      AccessPoint: 'Serves Wi-Fi.',
      Controller: 'Manages devices.',
      Server: 'Serves others.',
      Hypervisor: 'Has virtual machines.',
      Storage: 'Network storage.',
      Printer: 'Prints.',
      Phone: 'Telephone.',
      Camera: 'Films.',
      Ups: 'Backup power.',
      Pc: 'Workstation.',
    },
  },
  HostRoleSource: {
    type: 'Where the role of a host comes from.',
    values: {
      Manual: 'A person.',
      Lldp: 'Its LLDP capabilities.',
      EntityMib: 'ENTITY-MIB.',
      SysObjectId: 'Its sysObjectID.',
      Software: 'Known software on it.',
      Ports: 'Several ports with learned MAC addresses.',
    },
  },
  HostVirtualizationType: {
    type: 'Virtualization platforms.',
    values: { Proxmox: 'Proxmox VE.', VCenter: 'VMware vCenter.', ESXi: 'VMware ESXi.' },
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
  MatchConfidence: {
    type: 'Confidence of an identification.',
    values: {
      NotApplicable: 'Not an identification.',
      Low: 'Low.',
      Medium: 'Medium.',
      High: 'High.',
      Certain: 'Certain.',
    },
  },
  SavedViewVisibility: {
    type: 'Who reads a saved view.',
    values: {
      Own: 'Only the user who made it.',
      Organization: 'All members of the organization who can access its network. Its maker and Admins change it.',
    },
  },
  IdentitySuggestionState: {
    type: 'What people have said of two hosts that may be one.',
    values: {
      Open: 'Nothing yet.',
      Later: 'They will say later.',
      Refused: 'They are two machines: no discovery merges them or asks again.',
    },
  },
  LinkVerdict: {
    type: 'What a user has decided of a link.',
    values: {
      Proposed: 'There is a link that discovery has not found.',
      Confirmed: 'A link that discovery has found is right: it stays without fresh evidence, and no other replaces it.',
      Refuted: 'There is no such link, whatever is reported.',
    },
  },
  NeighborBasis: {
    type: 'What a link between neighbours stands on.',
    values: {
      LLDP: 'A record of the Link Layer Discovery Protocol (IEEE 802.1AB).',
      CDP: 'A record of the Cisco Discovery Protocol.',
      FDB: 'The forwarding table of a port alone (BRIDGE-MIB, RFC 4188): it has learned one machine.',
      ARP: 'The ARP table of a port alone (IP-MIB, RFC 4293): one machine is behind it, and no bridge.',
      Documented: 'A cable that an import knows, such as one of NetBox, and that no device has reported.',
      Manual: 'A decision of a user alone.',
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
    values: {
      Pending: 'It is resolved after the next complete discovery.',
      Superseded: 'No link: the record is stale, and its other end reports another neighbour now.',
      Stale: 'The record is older than the staleness window of the network; an earlier link stays.',
      NoIdentity: 'No link: the record has neither a chassis ID nor a name.',
      UnknownChassis: 'No known host matches: it is linked to a host that was inferred from the record.',
      AmbiguousMac: 'No link: several hosts have the MAC address.',
      AmbiguousAddress: 'No link: several hosts have the IP address.',
      AmbiguousChassisId: 'No link: several hosts match the chassis ID.',
      AmbiguousName: 'No link: several hosts have the name.',
      OwnHost: 'No link: the record is about the host that reports it.',
      UnknownPort: 'Linked to the host: none of its ports matches.',
      AmbiguousPort: 'Linked to the host: several of its ports match.',
      OneSided: 'Linked to the port, which does not report this one.',
      Refuted: 'No link: refuted by hand.',
    },
  },
  DocumentedLinkState: {
    type: 'Result for a link that an import knows.',
    values: {
      Pending: 'It is resolved with the next import of cables, or after the next complete discovery.',
      Documented: 'Linked, by the documentation alone: nothing discovered confirms or contradicts it.',
      Confirmed: 'The link was discovered as well.',
      Contradicted: 'No link: LLDP or CDP of one of its ports name another neighbour.',
      Refuted: 'No link: refuted by hand.',
      UnknownHost: 'No link: no host has the name.',
      AmbiguousHost: 'No link: several hosts have the name.',
      OwnHost: 'No link: the other end is on the same host.',
      UnknownPort: 'Linked to the host: none of its ports has the name.',
      AmbiguousPort: 'Linked to the host: several of its ports have the name.',
    },
  },
  ForwardingReason: {
    type: 'Why a forwarding or ARP table gave no link.',
    values: {
      Pending: 'It is resolved after the next complete discovery.',
      NeighborReported:
        'Better evidence says what the port leads to: LLDP or CDP, for an ARP table also a forwarding table.',
      Stale: 'The table is older than the staleness window of the network; an earlier link stays.',
      NotEdgePort:
        'The port leads to another bridge, is an aggregate or virtual port, or, for an ARP table, has no address.',
      NoMachine: 'Nothing but addresses of its own host, of groups and of virtual routers is in the table of the port.',
      UnknownMac: 'No host has one of the MAC addresses in the table of the port.',
      AmbiguousMac: 'Several hosts have one of the MAC addresses in the table of the port.',
      SeveralMachines: 'Several machines are behind the port, such as virtual machines or an unmanaged switch.',
      LearnedElsewhere: 'Another port has learned the machine as well, or another link leads to it.',
      Decided: 'A user has decided what the port leads to.',
      Refuted: 'The link to the machine was refuted by hand.',
    },
  },
  NeighborType: {
    values: { Interface: 'A port.', Host: 'A host whose port is not known.' },
  },
  OrderDirection: { values: { asc: 'Ascending.', desc: 'Descending.' } },
  PictureTheme: { values: { light: 'Light background.', dark: 'Dark background.' } },
  RunType: {
    type: 'When a discovery runs.',
    values: {
      AdHoc: 'When a user starts it.',
      Scheduled: 'By a cron schedule.',
      Historical: 'Never: the read-only record of a finished run.',
    },
  },
  ServiceCategory: { type: 'Categories of software.' },
  ServiceVirtualizationType: {
    type: 'Container platforms.',
    values: { Docker: 'Docker.', Podman: 'Podman.' },
  },
  SnmpAuthenticationProtocol: {
    values: {
      MD5: 'HMAC-MD5-96 (RFC 3414).',
      SHA: 'HMAC-SHA-96 (RFC 3414).',
      SHA224: 'HMAC-128-SHA-224 (RFC 7860).',
      SHA256: 'HMAC-192-SHA-256 (RFC 7860).',
      SHA384: 'HMAC-256-SHA-384 (RFC 7860).',
      SHA512: 'HMAC-384-SHA-512 (RFC 7860).',
    },
  },
  SnmpPrivacyProtocol: {
    values: {
      DES: 'CBC-DES (RFC 3414).',
      AES128: 'CFB128-AES-128 (RFC 3826).',
      AES256: 'CFB-AES-256, in no RFC.',
    },
  },
  SubnetType: { type: 'Purposes of a subnet.' },
  TaggableEntityType: { type: 'Kinds of entities that can carry tags.' },
  TopologyView: {
    type: 'Views of a topology.',
    values: {
      L2Physical: 'Devices, ports and cables.',
      L3Logical: 'Subnets and IP addresses.',
      Workloads: 'Hosts with their virtual machines, containers and services.',
      Application: 'Applications and their services.',
    },
  },
  TransportProtocol: {
    type: 'Transport protocols.',
    values: { Tcp: 'TCP (RFC 9293).', Udp: 'UDP (RFC 768).' },
  },
  UserOrgPermissions: {
    type: 'Roles in an organization: Owner, Admin, Member, Viewer. Each includes the rights of the lower ones.',
  },
  VlanPortMode: {
    values: { Native: 'Native VLAN: untagged frames.', Tagged: 'Frames with an 802.1Q tag.' },
  },
  WarningSeverity: {
    type: 'Severity of a warning.',
    values: {
      Info: 'For information.',
      Warning: 'Action is needed before a later release.',
      Critical: 'Action is needed now.',
    },
  },
};
