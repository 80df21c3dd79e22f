// Help texts below the fields of the check form, where the schema's descriptions are too technical. A key is a kind of
// check, such as `SeenWithin`, or the path of a field, such as `since` or `selection.roles`.
export const formHints: Readonly<Record<string, string>> = {
  PortsUpAsAdministered: 'Each port that is enabled is up.',
  ErrorRateWithin: 'A port has at most so many errors per hour between its last two readings.',
  SurvivesAnyFailure: 'With any one device or cable gone, each of the hosts keeps a path to at least one of the roots.',
  UplinksToDifferentDevices: 'Each of the hosts has uplinks to so many different hosts.',
  SeenWithin: 'Each of the hosts was seen within so many hours.',
  ServiceRequired: 'Each of the hosts has a service that matches.',
  ServiceForbidden: 'None of the hosts has a service that matches.',
  QueryFindsNothing:
    'A query of your own finds nothing. It reads the inventory, and an expression picks what is wrong.',
  document: 'A query in the language of the API. One of its variables is the network that is judged.',
  expression:
    'An expression in CEL over the answer. It yields the list of rows that are wrong, such as hosts.nodes.filter(h, h.name == "").',
  rootHostIds: 'Such as the core switches. As long as no root is named, the check stays unknown.',
  'service.category': 'Such as Database. All parts of the service that are given must match.',
  'service.definition': 'Such as Telnet.',
  since: 'Older hosts are not judged.',
  'selection.hostIds': 'None chosen: all hosts that are not hidden.',
  'selection.roles': 'None chosen: any role.',
  'selection.tagIds': 'Hosts that have at least one of the tags. None chosen: with any tags or none.',
  'selection.subnetIds': 'Hosts with an address in one of the subnets. None chosen: in any.',
};

/** Initial texts of the fields of a new check, by field path: a working example. */
export const formExamples: Readonly<Record<string, string>> = {
  document: `query ($networkId: UUID!) {
  hosts(networkId: $networkId, first: 1000) {
    nodes { id displayName role ports { id } }
  }
}`,
  expression: 'hosts.nodes.filter(h, h.role != null && size(h.ports) == 0)',
};
