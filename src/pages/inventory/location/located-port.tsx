// Shows a port at which a device has seen a host: the port, its VLAN, the evidence, and a link to the topology page.
import type { InventoryLocatedPortFragment } from '../../../generated/inventory-operations';
import { instantWords } from '../../kit/instant-words';
import { useInventory } from '../address/context';
import { kindOfList, type Row } from '../address/kinds-by-list';
import { RowLink } from '../rows/values';
import { countWords } from '../texts';
import { useAsked } from '../../kit/asking';
import { findUplink } from './uplink';

export type Port = InventoryLocatedPortFragment;

const evidenceWords: Readonly<Record<Port['evidence'], string>> = {
  Cable: 'by a link',
  Wireless: 'by a wireless association',
  ForwardingTable: 'by the forwarding table',
  ArpTable: 'by the ARP table',
};

const [hosts, interfaces, vlans] = ['hosts', 'interfaces', 'vlans'].map((list) => kindOfList(list));
const HostLink = ({ host }: { host: Row }) => <RowLink row={host} kind={hosts!} title={hosts!.title} />;

interface LocatedPortProps {
  readonly hostId: string;
  readonly networkId: string;
  readonly port: Port;
  /**
   * Whether the link to the map shows a path from a router to the port, if the map draws no line from the host to the
   * port.
   */
  readonly showsUplink?: boolean;
}

export function LocatedPort({ hostId, networkId, port, showsUplink }: LocatedPortProps) {
  const { place } = useInventory();
  const { interface: row, host, farHost, evidence, macAddress, readAt, learnedMacCount, isShared, isOutdated } = port;
  const vlan = row?.nativeVlan;
  const portName = row?.ifName || row?.displayName;
  return (
    <>
      <p>
        <strong>
          {row ? <RowLink row={{ ...row, portName }} kind={interfaces!} title={['portName']} /> : 'A port'} of{' '}
          {host ? <HostLink host={host} /> : 'a device'}
        </strong>
        {row?.ifAlias && row.ifAlias !== portName && (
          <span class="quiet">
            {' '}
            (<bdi>{row.ifAlias}</bdi>)
          </span>
        )}
        {vlan && (
          <>
            , VLAN <RowLink row={vlan} kind={vlans!} title={vlans!.title} />
          </>
        )}
        <MapLink {...{ hostId, networkId, port, showsUplink }} />
      </p>
      <p class="quiet">
        {evidenceWords[evidence]}
        {macAddress !== null && <> ({macAddress})</>}
        {readAt !== null && <>, read {instantWords(readAt)}</>}
        {learnedMacCount > 0 && `, ${countWords(learnedMacCount)} learned ${learnedMacCount === 1 ? 'MAC' : 'MACs'}`}
        {evidence === 'ArpTable' && place.at !== null && '; ARP tables have no history, this one is of today'}
        {isOutdated && '; a later run saw it on another port'}
      </p>
      {farHost && (
        <p>
          Behind <HostLink host={farHost} />, whose own table was not read.
        </p>
      )}
      {isShared && !farHost && (
        <p>
          The port has learned other machines too: an unmanaged switch, virtual machines or an access point are behind
          it.
        </p>
      )}
    </>
  );
}

/**
 * A link to the map. If a cable or a wireless association leads from the host to the port, the map shows that path. For
 * other evidence, such as a forwarding table, the map draws no line to the host. In that case, the map shows the path
 * from a router of the host to the switch, or only the port if no path is drawn.
 */
function MapLink({ hostId, networkId, port, showsUplink = false }: LocatedPortProps) {
  const { place, start } = useInventory();
  const topology = start.topologies.nodes.find((one) => one.networkId === networkId);
  const { evidence, interfaceId, interface: row } = port;
  const hasLine = evidence === 'Cable' || evidence === 'Wireless';
  const ends = topology && showsUplink && !hasLine ? { topologyId: topology.id, hostId, switchId: port.hostId } : null;
  const { data: router = null } = useAsked(
    () => (ends ? findUplink(ends, place.at) : Promise.resolve(null)),
    `${JSON.stringify(ends)} ${place.at}`,
  );
  if (!topology) return null;
  const uplink = router && { from: router.id, to: port.hostId };
  const params = new URLSearchParams({
    topology: topology.id,
    view: 'L2Physical',
    ...(hasLine
      ? { selected: hostId, reveal: [hostId, port.hostId].join(','), from: hostId, to: port.hostId }
      : { selected: interfaceId, reveal: [port.hostId, uplink?.from].filter(Boolean).join(','), ...uplink }),
    ...(evidence === 'Wireless' && { edges: 'PhysicalLink,NeighborLink,WirelessAssociation' }),
    ...(place.at && { at: place.at }),
  });
  return (
    <>
      {' · '}
      <a href={`/topology?${params.toString()}`}>
        {hasLine || uplink ? 'Path on the map' : 'Port on the map'}
        <span class="unseen">
          {router && ` from ${router.displayName}`} to {row?.displayName ?? 'the port'}
        </span>
      </a>
    </>
  );
}
