// Facts about a host and everything on it, for the details panel.
import { instantWords } from '../../../kit/instants/instant-words';
import { roleLooks } from '../../graph/roles';
import { Rows, Tags, watts } from './fact-lists';
import { deliveredMilliwatts, type Host, type VirtualMachines } from './facts';
import { AddressList, InterfaceList, OpenPortList, ServiceList, VirtualMachineList } from './host-lists';
import { RouteList, RouterGroupList, RoutingNeighborList } from './routing-lists';
import { WirelessList } from './wireless-list';
import { texts } from './texts';

interface HostFactsProps {
  readonly host: Host;
  readonly virtualMachines: VirtualMachines | undefined;
  /** Whether the panel is about a part of the host, such as a port. */
  readonly isPart: boolean;
}

export function HostFacts({ host, virtualMachines, isPart }: HostFactsProps) {
  const device = [host.manufacturer, host.model].filter(Boolean).join(' ');
  return (
    <section>
      {isPart && <h3>{texts.hostFacts.host(host.displayName)}</h3>}
      <Tags tags={host.tags} />
      <Rows
        rows={[
          [texts.hostFacts.role, host.role && roleLooks[host.role].name],
          [texts.hostFacts.device, device],
          [texts.hostFacts.operatingSystem, host.os],
          [texts.hostFacts.location, host.sysLocation],
          [texts.hostFacts.lastSeen, instantWords(host.lastSeenAt)],
          [texts.hostFacts.missingSince, host.missingSince && instantWords(host.missingSince)],
          [texts.hostFacts.managementUrl, host.managementUrl && <ManagementLink url={host.managementUrl} />],
        ]}
      />
      {virtualMachines && <VirtualMachineList machines={virtualMachines} />}
      <AddressList host={host} />
      <WirelessList title={texts.hostFacts.wireless} list={host.wirelessAssociations} names="accessPoint" isOpen />
      <WirelessList title={texts.hostFacts.wirelessClients} list={host.wirelessClients} names="client" isOpen />
      <WirelessList title={texts.hostFacts.clientsOfItsAccess} list={host.controlledClients} names="both" isOpen />
      <RouterGroupList host={host} />
      <RoutingNeighborList host={host} />
      <RouteList host={host} />
      <ServiceList host={host} isOpen={!isPart} />
      <OpenPortList host={host} />
      <InterfaceList host={host} />
      <Rows
        rows={[
          [texts.hostFacts.hostname, host.hostname],
          [
            texts.hostFacts.software,
            [...new Set([host.softwareRevision, host.firmwareRevision])].filter(Boolean).join(', '),
          ],
          [texts.hostFacts.serialNumber, host.serialNumber],
          [texts.hostFacts.spanningTree, treeWords(host)],
          [texts.hostFacts.poeOutput, powerWords(host)],
          [texts.hostFacts.virtualization, host.virtualizationMetadata?.type],
          [texts.hostFacts.description, host.description],
          [texts.hostFacts.source, host.source.type],
        ]}
      />
    </section>
  );
}

/**
 * A link to a device's management URL. A URL with a scheme other than HTTP, such as a script, is shown as plain text.
 */
function ManagementLink({ url }: { url: string }) {
  if (!/^https?:\/\//i.test(url)) return <>{url}</>;
  return (
    <a href={url} target="_blank" rel="noopener noreferrer">
      {url}
    </a>
  );
}

function treeWords({ stpRootBridgeId, stpRootCost }: Host): string | null {
  if (stpRootBridgeId === null) return null;
  if (stpRootCost === 0) return texts.hostFacts.thisIsTheRoot(stpRootBridgeId);
  return [`root ${stpRootBridgeId}`, stpRootCost !== null && `cost ${stpRootCost}`].filter(Boolean).join(', ');
}

function powerWords({ interfaces }: Host): string | null {
  const ports = interfaces.filter(({ poeStatus }) => poeStatus === 'Delivering');
  const total = ports.reduce((sum, port) => sum + deliveredMilliwatts(port), 0);
  const words = [total > 0 && watts(total), `${ports.length} ${ports.length === 1 ? 'port' : 'ports'}`];
  return ports.length === 0 ? null : words.filter(Boolean).join(', ');
}
