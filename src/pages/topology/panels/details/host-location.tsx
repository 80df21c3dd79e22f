// Shows the switch port to which a machine is connected, with the evidence.
import { useEffect, useState } from 'preact/hooks';
import { PageHostLocationDocument, type PageHostLocationQuery } from '../../../../generated/page-operations';
import { ask } from '../../../kit/ask-as-of';
import { currentTopology } from '../../state/store';
import { ownNameOf } from '../../../../modules/topology/graph/ports/port-name';
import { usePage, usePageState } from '../use-page';
import type { Host } from './facts';
import { showPort } from '../search/show-port';
import { texts } from './texts';

type Location = PageHostLocationQuery['location'];
type Port = Location['ports'][number];

const evidenceWords: Readonly<Record<Port['evidence'], string>> = {
  Cable: texts.hostLocation.byACable,
  Wireless: texts.hostLocation.byAWirelessAssociation,
  ForwardingTable: texts.hostLocation.byTheForwardingTable,
  ArpTable: texts.hostLocation.byTheArpTable,
};
/** These devices have no single location port. Their cables are listed as neighbours instead. */
const forwardingRoles: readonly Host['role'][] = ['Router', 'Switch', 'Firewall'];
/**
 * Maximum number of switch ports to show for a machine. Only a machine with many network cards is connected to more.
 */
const mostPorts = 5;

/** Renders nothing for routers, switches and firewalls, and while the port is unknown. */
export function HostLocation({ host, at }: { host: Host; at: string | null }) {
  const state = usePageState();
  const networkId = currentTopology(state)?.networkId;
  const [location, setLocation] = useState<Location>();
  const isAsked = networkId !== undefined && !forwardingRoles.includes(host.role);
  useEffect(() => {
    if (!isAsked) return undefined;
    let isCurrent = true;
    ask(PageHostLocationDocument, { networkId, hostId: host.id }, { at }).then(
      (answer) => isCurrent && setLocation(answer.location),
      // If this request fails, the section is hidden. The other sections of the details panel show the error.
      () => isCurrent && setLocation(undefined),
    );
    return () => {
      isCurrent = false;
    };
  }, [networkId, host.id, isAsked, at, state.version]);
  if (!isAsked || !location) return null;
  const { ports, portCount, message } = location;
  const shownPorts = ports.slice(0, mostPorts);
  return (
    <section>
      <h3>{texts.hostLocation.switchPort}</h3>
      {message && <p class="quiet">{message}</p>}
      <ul class="answers">
        {shownPorts.map((port) => (
          <li key={port.interfaceId}>
            <PortLink port={port} /> <span class="quiet">{wordsOf(port)}</span>
          </li>
        ))}
      </ul>
      {portCount > shownPorts.length && (
        <p class="quiet">{texts.hostLocation.andMore(portCount - shownPorts.length)}</p>
      )}
    </section>
  );
}

function PortLink({ port: { interfaceId, interface: row, host } }: { port: Port }) {
  const page = usePage();
  return (
    <button type="button" class="link" onClick={() => showPort(page, interfaceId)}>
      <bdi>{host?.displayName ?? texts.hostLocation.aDevice}</bdi> <bdi>{row && ownNameOf(row)}</bdi>
    </button>
  );
}

function wordsOf({ interface: row, evidence, farHost, isShared }: Port): string {
  const vlan = row?.nativeVlan;
  const words = [
    vlan && texts.hostLocation.vlan(vlan.vlanNumber, vlan.name),
    evidenceWords[evidence],
    farHost ? `behind ${farHost.displayName}` : isShared && texts.hostLocation.withOtherMachines,
  ];
  return words.filter(Boolean).join(' · ');
}
