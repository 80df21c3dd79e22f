// Shows where a host is connected: its switch port with the evidence, other ports that have seen the host, and what is
// uncertain.
import { useState } from 'preact/hooks';
import { InventoryLocationDocument, type InventoryLocationQuery } from '../../../generated/inventory-operations';
import { ask, useAsked } from '../../kit/asking';
import { useInventory } from '../address/context';
import { countWords } from '../texts';
import { EarlierPlaces } from './earlier-places';
import { LocatedPort, type Port } from './located-port';
import { Problem } from '../../kit/problem';
import { texts } from '../page-texts';

type Location = InventoryLocationQuery['location'];

interface HostLocationProps {
  readonly hostId: string;
  readonly networkId: string;
  /** A counter; when it changes, the location is read again. */
  readonly version?: number;
}

export function HostLocation({ hostId, networkId, version = 0 }: HostLocationProps) {
  const { at } = useInventory().place;
  const { data, problem, reload } = useAsked(
    () => ask(InventoryLocationDocument, { networkId, id: hostId }, { at }),
    `${hostId} ${at} ${version}`,
  );
  return (
    <section aria-labelledby="location" aria-busy={data === undefined && problem === null}>
      <h3 id="location">{at === null ? texts.location.where : texts.location.where2}</h3>
      <div role="alert">{problem && <Problem {...{ problem, reload }} />}</div>
      {data && <FoundLocation hostId={hostId} networkId={networkId} location={data.location} />}
    </section>
  );
}

/**
 * Advice for the user if no forwarding or ARP table contains the host. The keys are the values of `note` in the
 * response.
 */
const nextSteps: Partial<Record<NonNullable<Location['note']>, string>> = {
  NotSeen: texts.location.giveSnmpCredentials,
  NoMacAddress: texts.location.scanItsSubnetFrom,
};

function FoundLocation({ hostId, networkId, location }: { hostId: string; networkId: string; location: Location }) {
  const { note, message, ports, portCount, passing, passingCount, macAddresses, macAddressCount } = location;
  const nextStep = note && nextSteps[note];
  return (
    <>
      {message && (
        <p>
          {message} {nextStep}
        </p>
      )}
      <Ports {...{ hostId, networkId, ports }} count={portCount} label={texts.location.portsOfTheHost} showsUplink />
      {passing.length > 0 && (
        <details open={ports.length === 0}>
          <summary>
            {texts.location.otherPorts} <span class="quiet">{countWords(passingCount)}</span>
          </summary>
          <Ports {...{ hostId, networkId }} ports={passing} count={passingCount} label={texts.location.otherPorts2} />
        </details>
      )}
      <EarlierPlaces networkId={networkId} places={location.earlier} count={location.earlierCount} />
      {macAddresses.length > 0 && <Macs addresses={macAddresses} count={macAddressCount} />}
    </>
  );
}

/** Number of ports and of MAC addresses that are shown before the user asks for more. */
const shownAtFirst = 10;

interface PortsProps {
  readonly hostId: string;
  readonly networkId: string;
  readonly ports: readonly Port[];
  /** The number of all ports; the response may contain fewer. */
  readonly count: number;
  readonly label: string;
  readonly showsUplink?: boolean;
}

function Ports({ hostId, networkId, ports, count, label, showsUplink = false }: PortsProps) {
  const [isWhole, setWhole] = useState(false);
  if (ports.length === 0) return null;
  const shownPorts = isWhole ? ports : ports.slice(0, shownAtFirst);
  const unlistedCount = count - ports.length;
  return (
    <>
      <ul class="ports" aria-label={label}>
        {shownPorts.map((port) => (
          <li key={port.interfaceId}>
            <LocatedPort {...{ hostId, networkId, port, showsUplink }} />
          </li>
        ))}
        {shownPorts.length === ports.length && unlistedCount > 0 && (
          <li class="quiet">{texts.location.andMore(countWords(unlistedCount))}</li>
        )}
      </ul>
      {shownPorts.length < ports.length && (
        <p>
          <button type="button" onClick={() => setWhole(true)}>
            {texts.location.showMorePorts(countWords(ports.length - shownPorts.length))}
          </button>
        </p>
      )}
    </>
  );
}

/** Shows the MAC addresses by which the host was searched for, and how many MAC addresses of the host were not used. */
function Macs({ addresses, count }: { addresses: readonly string[]; count: number }) {
  const shownAddresses = addresses.slice(0, shownAtFirst);
  const unlistedCount = addresses.length - shownAddresses.length;
  const unused = count - addresses.length;
  return (
    <p class="quiet">
      {texts.location.looked(shownAddresses.join(', '))}
      {unlistedCount > 0 && texts.location.andMore2(countWords(unlistedCount))}.
      {unused > 0 && texts.location.itHasOtherMac(countWords(unused))}
    </p>
  );
}
