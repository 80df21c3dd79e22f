// Says why a row is not in the picture, in the words of this page. The API's own message names options of API clients.
import type { PageWhyHiddenQuery } from '../../../../generated/page-operations';
import { instantWords } from '../../../kit/instants/instant-words';

type WhyHidden = NonNullable<PageWhyHiddenQuery['topology']>['graph']['whyHidden'];
type Reason = WhyHidden['reason'];

const reasons: Readonly<Record<Exclude<Reason, 'UnresolvedNeighbour'>, string>> = {
  Shown: 'It is in the picture.',
  ShownInside: 'It is listed inside a node of the picture.',
  ShownByParts: 'The picture shows its addresses, ports or services.',
  MergedBridge: 'It is drawn in the box of the first bridge of its container runtime.',
  NotInNetwork: 'This network does not have it.',
  HiddenHost: 'The host is set to hidden in the inventory. No map shows hidden hosts.',
  MissingHost: 'The last complete discovery of its addresses did not find the host. This map leaves out missing hosts.',
  LinkDown: 'The link is not drawn: a port at one of its ends is down.',
  HiddenKind: 'The settings of this map leave out its kind, or the kind of node that would show it.',
  LinkStateFilter: 'The settings of this map leave out all ports that would show it, usually those without a link.',
  HiddenEdgeType: 'The settings of this map leave out lines of this kind.',
  TagFilter: 'The settings of this map leave out a tag that it has, or that its box has.',
  SavedViewFilter: 'A filter of the saved view leaves it out, or leaves out what would show it.',
  LoopbackSubnet: 'Loopback subnets are not drawn.',
  EmptySubnet: 'No host that is shown has an address in the subnet.',
  NoAddress: 'The host has no address except loopback addresses.',
  NoNeighbour:
    'No link to another device in the picture is known. Links come from LLDP, CDP and forwarding tables, which discovery reads by SNMP.',
  OneHost: 'Both ends are on one host.',
  NoLink: 'No link between the two is known.',
  VirtualPort: 'It is a virtual port, such as a VLAN interface, and nothing is linked to it.',
  NoNativePort:
    'No port that is shown has the VLAN as native VLAN, or these ports are in other boxes, such as that of trunk ports.',
  NoDrawnMembers: 'Fewer than two connected members of the group are shown.',
  NoHypervisor: 'The machine on which the virtual machine runs is not known, or not shown.',
  NoWorkload: 'The host runs no service or virtual machine that this view shows.',
  BecameBox: 'It is drawn as a box around what it runs.',
  OpenPorts: 'It is an open port whose software is not known. This view does not draw such ports.',
  NoBinding: 'No address is known on which the service listens, or no service listens on the port.',
  NotAnApplication: 'The tag does not mark an application, or no service that is shown has the tag.',
  NotDrawnInView: 'This view does not draw nodes of this kind.',
};

const portReasons: Readonly<Partial<Record<Reason, string>>> = {
  LinkStateFilter: 'The settings of this map leave out such ports, usually those without a link.',
  NotDrawnInView: 'Only the view Physical (L2) draws ports.',
};

/** The instant in the message of the API, from which on the row has been hidden. */
const sinceIn = (message: string): string | undefined => /Since (\d{4}-\S+Z)\.$/.exec(message)?.[1];

export function hiddenWords({ reason, message, tag }: WhyHidden, isPort = false): string {
  // This message lists records of neighbours, without options of the API.
  if (reason === 'UnresolvedNeighbour') return message;
  const since = sinceIn(message);
  return [
    (isPort && portReasons[reason]) || reasons[reason],
    since !== undefined && `Since ${instantWords(since)}.`,
    tag && `The tag: ${tag.name}.`,
  ]
    .filter(Boolean)
    .join(' ');
}
