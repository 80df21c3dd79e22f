// Facts about a port, for the details panel.
import { instantWords } from '../../../kit/instant-words';
import { List, Rows, joinFirst, speed, traffic, watts } from './fact-lists';
import type { Facts } from './facts';
import { LearnedMacs } from './learned-macs';
import { WirelessList } from './wireless-list';

type Port = NonNullable<Facts['port']>;

/** The facts about a port in the order of questions: what it is, what is connected, whether it works well. */
export function PortFacts({ port, at }: { port: Port; at: string | null }) {
  return (
    <section>
      <Rows
        rows={[
          ['Name', port.ifName],
          ['Alias', port.ifAlias],
          [
            'Speed',
            [speed(port.speedBps), port.duplex && `${port.duplex.toLowerCase()} duplex`].filter(Boolean).join(', '),
          ],
          ['Status', [port.operStatus, port.adminStatus && `set ${port.adminStatus}`].filter(Boolean).join(', ')],
          ['Native VLAN', port.nativeVlan && `${port.nativeVlan.vlanNumber} ${port.nativeVlan.name}`],
          ['Tagged VLANs', joinFirst(port.taggedVlans.map(({ vlanNumber, name }) => `${vlanNumber} ${name}`))],
          ['Aggregate', port.aggregate?.displayName],
          [
            'Members',
            joinFirst(
              port.members.nodes.map(({ displayName }) => displayName),
              port.members.totalCount,
            ),
          ],
          ['Ends differ', mismatchesOf(port).join('; ')],
        ]}
      />
      <LearnedMacs macs={port.fdbMacs} at={at} />
      <WirelessList title="Wireless clients" list={port.wirelessClients} names="client" isOpen />
      <List title="Documented cables" count={port.documentedLinks.length} isOpen>
        {port.documentedLinks.map(({ id, remoteHostName, remotePortName, sourceName, message }) => (
          <li key={id}>
            <bdi>{remoteHostName}</bdi> <bdi>{remotePortName}</bdi>
            <div class="quiet">
              {message} From <bdi>{sourceName}</bdi>.
            </div>
          </li>
        ))}
      </List>
      <List title="Reported neighbours" count={port.neighborEvidence.length} isOpen>
        {port.neighborEvidence.map((record) => (
          <li key={record.id}>
            {record.protocol}: {reportedName(record)}
            <div class="quiet">
              {resolvedName(record)}
              {[record.message, `Observed ${instantWords(record.observedAt)}.`].filter(Boolean).join(' ')}
            </div>
          </li>
        ))}
      </List>
      <Rows
        rows={[
          ['Traffic', trafficWords(port)],
          ['Errors', countedWords(port, 'Errors')],
          ['Discards', countedWords(port, 'Discards')],
          ['Counters read', port.counters && instantWords(port.counters.latest.observedAt)],
          ['Power', powerWords(port)],
          ['Spanning tree', treeWords(port)],
          ['Forwarding table', port.forwardingEvidence?.message],
          ['ARP table', port.arpEvidence?.message],
          ['MAC', port.macAddress],
          ['Address', port.ipAddress?.ipAddress],
          ['MTU', port.mtu],
          ['Description', port.ifDescr],
          ['Last seen', instantWords(port.lastSeenAt)],
        ]}
      />
    </section>
  );
}

/** The spanning tree state of the port. If only some VLANs or instances block the port, the text names them. */
function treeWords({ stpState, isStpRootPort, stpBlockedVlans, stpBlockedInstances }: Port): string {
  const blockedIn = (what: string, numbers: readonly number[]) =>
    numbers.length > 0 && `blocked in ${what}${numbers.length === 1 ? '' : 's'} ${joinFirst(numbers.map(String))}`;
  const words = [
    stpState,
    isStpRootPort && 'leads to the root',
    blockedIn('VLAN', stpBlockedVlans),
    blockedIn('instance', stpBlockedInstances),
  ];
  return words.filter(Boolean).join(', ');
}

/** The PoE state of the port as text. Some vendors also report how much power the connected device draws. */
function powerWords({ poeStatus, poeClass, counters }: Port): string {
  const milliwatts = poeStatus === 'Delivering' ? counters?.latest.poeMilliwatts : null;
  return [poeStatus, poeClass !== null && `class ${poeClass}`, milliwatts != null && watts(milliwatts)]
    .filter(Boolean)
    .join(', ');
}

/** The rates of traffic in and out, as text, from the last two readings of the port's counters. */
function trafficWords({ counters, speedBps }: Port): string {
  const { inOctets = null, outOctets = null } = counters?.rates ?? {};
  const words = (name: string, octets: number | null) => {
    if (octets === null) return null;
    const share = Math.round((octets * 800) / Number(speedBps ?? Infinity));
    return `${name} ${traffic(octets)}${share >= 1 ? ` (${share} %)` : ''}`;
  };
  return [words('in', inOctets), words('out', outOctets)].filter(Boolean).join(', ');
}

/** The total numbers of errors or discards in and out, with their current rates, as text. */
function countedWords({ counters }: Port, what: 'Errors' | 'Discards'): string {
  const words = (['in', 'out'] as const).map((way) => {
    const count = counters?.latest[`${way}${what}`];
    const rate = counters?.rates?.[`${way}${what}`] ?? 0;
    if (count == null) return null;
    return `${BigInt(count).toLocaleString()} ${way}${rate > 0 ? ` (${Number(rate.toPrecision(2))} a second)` : ''}`;
  });
  return words.filter(Boolean).join(', ');
}

/**
 * Differences in speed, duplex or MTU between this port and the ports at the other end of its links, if both ports are
 * up.
 */
function mismatchesOf(port: Port): string[] {
  return port.neighbors.flatMap(({ remoteInterface: far }) => {
    if (!far || port.operStatus !== 'Up' || far.operStatus !== 'Up') return [];
    const values = [
      ['speed', speed(port.speedBps), speed(far.speedBps)],
      ['duplex', port.duplex, far.duplex],
      ['MTU', port.mtu, far.mtu],
    ] as const;
    const name = [far.host?.displayName, far.displayName].filter(Boolean).join(' ');
    return values.flatMap(([what, here, there]) =>
      here === null || there === null || here === there ? [] : [`${what} ${here} here, ${there} at ${name}`],
    );
  });
}

type NeighborRecord = Port['neighborEvidence'][number];

/** The names of a neighbour and of its port, as the neighbour reports them by LLDP or CDP. */
function reportedName({ lldpSysName, lldpChassisId, lldpPortId, cdpDeviceId, cdpPortId }: NeighborRecord): string {
  const device = lldpSysName ?? lldpChassisId?.value ?? cdpDeviceId ?? 'a device without a name';
  const port = lldpPortId?.value ?? cdpPortId;
  return port ? `${device}, port ${port}` : device;
}

function resolvedName({ resolvedTo }: NeighborRecord): string {
  const names = [
    resolvedTo?.interface?.host?.displayName ?? resolvedTo?.host?.displayName,
    resolvedTo?.interface?.displayName,
  ];
  const machineName = names.filter(Boolean).join(' ');
  return machineName && `This is ${machineName}. `;
}
