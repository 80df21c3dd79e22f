// Shows a port at which a device has seen a host: the port, its VLAN, the evidence, and a link to the topology page.
import type { InventoryLocatedPortFragment } from '../../../generated/inventory-operations';
import { instantWords } from '../../kit/instants/instant-words';
import { useInventory } from '../address/context';
import { kindOfList, type Row } from '../address/kinds-by-list';
import { RowLink } from '../rows/values';
import { countWords } from '../texts';
import { useAsked } from '../../kit/asking';
import { findUplink } from './uplink';
import { texts } from '../page-texts';

export type Port = InventoryLocatedPortFragment;

const evidenceWords: Readonly<Record<Port['evidence'], string>> = {
  Cable: texts.locatedPort.byALink,
  Wireless: texts.locatedPort.byAWirelessAssociation,
  ForwardingTable: texts.locatedPort.byTheForwardingTable,
  ArpTable: texts.locatedPort.byTheArpTable,
};

const [hosts, interfaces, vlans] = ['hosts', 'interfaces', 'vlans'].map((list) => kindOfList(list));
const HostLink = ({ host }: { host: Row }) => <RowLink row={host} kind={hosts!} title={hosts!.title} />;

interface LocatedPortProps {
  readonly hostId: string;
  readonly networkId: string;
  readonly port: Port;
  /**
   * Allows the link to show a path from the host's router, if the topology draws no line from the host to this port.
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
          {row ? (
            <RowLink row={{ ...row, portName }} kind={interfaces!} title={['portName']} />
          ) : (
            texts.locatedPort.aPort
          )}{' '}
          {texts.locatedPort.of} {host ? <HostLink host={host} /> : texts.locatedPort.aDevice}
        </strong>
        {row?.ifAlias && row.ifAlias !== portName && (
          <span class="quiet">
            {' '}
            (<bdi>{row.ifAlias}</bdi>)
          </span>
        )}
        {vlan && (
          <>
            {texts.locatedPort.vlan} <RowLink row={vlan} kind={vlans!} title={vlans!.title} />
          </>
        )}
        <MapLink {...{ hostId, networkId, port, showsUplink }} />
      </p>
      <p class="quiet">
        {evidenceWords[evidence]}
        {macAddress !== null && <> ({macAddress})</>}
        {readAt !== null && <>{texts.locatedPort.read(instantWords(readAt))}</>}
        {learnedMacCount > 0 && texts.locatedPort.learned(countWords(learnedMacCount), learnedMacCount)}
        {evidence === 'ArpTable' && place.at !== null && texts.locatedPort.arpTables}
        {isOutdated && texts.locatedPort.laterRunSaw}
      </p>
      {farHost && (
        <p>
          {texts.locatedPort.behind} <HostLink host={farHost} />
          {texts.locatedPort.whoseOwnTable}
        </p>
      )}
      {isShared && !farHost && <p>{texts.locatedPort.portHasLearned}</p>}
    </>
  );
}

/**
 * Links to the topology page. If the host is known to be cabled or associated to the port, the link shows the path from
 * the host. Otherwise the topology draws no line to the host, so the link shows the path from the host's router, if
 * there is one.
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
        {hasLine || uplink ? texts.locatedPort.pathOnTheMap : texts.locatedPort.portOnTheMap}
        <span class="unseen">
          {router && texts.locatedPort.from(router.displayName)} {texts.locatedPort.to(row?.displayName)}
        </span>
      </a>
    </>
  );
}
