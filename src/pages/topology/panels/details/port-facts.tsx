// Facts about a port, for the details panel.
import { instantWords } from '../../../kit/instants/instant-words';
import { ownNameOf, portOnDevice } from '../../../../modules/topology/graph/ports/port-name';
import { List, Rows, joinFirst, speed, traffic, watts } from './fact-lists';
import type { Facts } from './facts';
import { LearnedMacs } from './learned-macs';
import { WirelessList } from './wireless-list';
import { texts } from './texts';

type Port = NonNullable<Facts['port']>;

export function PortFacts({ port, at }: { port: Port; at: string | null }) {
  return (
    <section>
      <Rows
        rows={[
          [texts.portFacts.name, port.ifName],
          [texts.portFacts.alias, port.ifAlias],
          [
            texts.portFacts.speed,
            [speed(port.speedBps), port.duplex && texts.portFacts.duplex(port.duplex.toLowerCase())]
              .filter(Boolean)
              .join(', '),
          ],
          [
            texts.portFacts.status,
            [port.operStatus, port.adminStatus && `set ${port.adminStatus}`].filter(Boolean).join(', '),
          ],
          [texts.portFacts.nativeVlan, port.nativeVlan && `${port.nativeVlan.vlanNumber} ${port.nativeVlan.name}`],
          [
            texts.portFacts.taggedVlans,
            joinFirst(port.taggedVlans.map(({ vlanNumber, name }) => `${vlanNumber} ${name}`)),
          ],
          [texts.portFacts.aggregate, port.aggregate && ownNameOf(port.aggregate)],
          [texts.portFacts.members, joinFirst(port.members.nodes.map(ownNameOf), port.members.totalCount)],
          [texts.portFacts.endsDiffer, mismatchesOf(port).join('; ')],
        ]}
      />
      <LearnedMacs macs={port.fdbMacs} at={at} />
      <WirelessList title={texts.portFacts.wirelessClients} list={port.wirelessClients} names="client" isOpen />
      <List title={texts.portFacts.documentedCables} count={port.documentedLinks.length} isOpen>
        {port.documentedLinks.map(({ id, remoteHostName, remotePortName, sourceName, message }) => (
          <li key={id}>
            <bdi>{remoteHostName}</bdi> <bdi>{remotePortName}</bdi>
            <div class="quiet">
              {texts.portFacts.from(message)} <bdi>{sourceName}</bdi>.
            </div>
          </li>
        ))}
      </List>
      <List title={texts.portFacts.reportedNeighbours} count={port.neighborEvidence.length} isOpen>
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
          [texts.portFacts.traffic, trafficWords(port)],
          [texts.portFacts.errors, countedWords(port, 'Errors')],
          [texts.portFacts.discards, countedWords(port, 'Discards')],
          [texts.portFacts.countersRead, port.counters && instantWords(port.counters.latest.observedAt)],
          [texts.portFacts.power, powerWords(port)],
          [texts.portFacts.spanningTree, treeWords(port)],
          [texts.portFacts.forwardingTable, port.forwardingEvidence?.message],
          [texts.portFacts.arpTable, port.arpEvidence?.message],
          [texts.portFacts.mac, port.macAddress],
          [texts.portFacts.address, port.ipAddress?.ipAddress],
          [texts.portFacts.mtu, port.mtu],
          [texts.portFacts.description, port.ifDescr],
          [texts.portFacts.lastSeen, instantWords(port.lastSeenAt)],
        ]}
      />
    </section>
  );
}

/** The spanning tree state of the port. If only some VLANs or instances block the port, the text names them. */
export function treeWords({
  stpState,
  isStpRootPort,
  stpBlockedVlans,
  stpBlockedInstances,
}: Pick<Port, 'stpState' | 'isStpRootPort' | 'stpBlockedVlans' | 'stpBlockedInstances'>): string {
  const blockedIn = (noun: string, numbers: readonly number[]) =>
    numbers.length > 0 && texts.portFacts.blocked(noun, numbers.length, joinFirst(numbers.map(String)));
  const words = [
    stpState,
    isStpRootPort && texts.portFacts.leadsToTheRoot,
    blockedIn(texts.portFacts.vlan, stpBlockedVlans),
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

function countedWords({ counters }: Port, counterName: 'Errors' | 'Discards'): string {
  const words = (['in', 'out'] as const).map((direction) => {
    const count = counters?.latest[`${direction}${counterName}`];
    const rate = counters?.rates?.[`${direction}${counterName}`] ?? 0;
    if (count == null) return null;
    return `${BigInt(count).toLocaleString()} ${direction}${rate > 0 ? texts.portFacts.aSecond(Number(rate.toPrecision(2))) : ''}`;
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
      [texts.portFacts.mtu, port.mtu, far.mtu],
    ] as const;
    const name = portOnDevice(far);
    return values.flatMap(([label, here, there]) =>
      here === null || there === null || here === there ? [] : [texts.portFacts.here(label, here, there, name)],
    );
  });
}

type NeighborRecord = Port['neighborEvidence'][number];

/** LLDP and CDP report a neighbour by several names; the most readable ones are used. */
function reportedName({ lldpSysName, lldpChassisId, lldpPortId, cdpDeviceId, cdpPortId }: NeighborRecord): string {
  const device = lldpSysName ?? lldpChassisId?.value ?? cdpDeviceId ?? texts.portFacts.deviceWithout;
  const port = lldpPortId?.value ?? cdpPortId;
  return port ? texts.portFacts.port(device, port) : device;
}

function resolvedName({ resolvedTo }: NeighborRecord): string {
  const machineName = resolvedTo?.interface
    ? portOnDevice(resolvedTo.interface)
    : (resolvedTo?.host?.displayName ?? '');
  return machineName && texts.portFacts.this(machineName);
}
