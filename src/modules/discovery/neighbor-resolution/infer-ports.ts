// Builds the ports of inferred hosts: the remote ports that LLDP and CDP rows name. So two cables to one device become
// two links.
import { isNameless, latest } from './infer-hosts';
import { findPort } from './find-port';
import type { EvidenceRow, InferredPort, PortRow } from './inventory';
import type { NetworkIndex } from './network-index';

/** An LLDP or CDP row, with the id of the inferred host that it describes. */
export interface ReportOfInferred {
  readonly evidence: EvidenceRow;
  readonly remoteHostId: string;
}

/** Maximum number of characters in a port name. */
const longestName = 255;

/**
 * Returns the name of the neighbor's port; null if the row has no name. Port ids with another subtype than
 * InterfaceName may be numbers, aliases or addresses.
 */
function portNameIn({ protocol, portId, devicePort }: EvidenceRow): string | null {
  const portName = protocol === 'CDP' ? devicePort : portId?.subtype === 'InterfaceName' ? portId.value : null;
  const name = portName?.trim();
  return name && name.length <= longestName ? name : null;
}

/**
 * Adds a port to an inferred host for each reported port name, unless the host has a port with this name in any
 * notation. The result does not depend on the order of reports. A host without any identity gets no ports: a link to
 * the host suffices.
 */
export function inferPorts(
  index: NetworkIndex,
  reports: readonly ReportOfInferred[],
  newId: (key: string) => string,
): InferredPort[] {
  const namedReports = reports
    .map((report) => ({ ...report, name: portNameIn(report.evidence) }))
    .filter((report) => report.name !== null && !isNameless(report.evidence))
    .sort((one, other) => (sortKey(one) < sortKey(other) ? -1 : 1));
  const inferredPorts = new Map<string, InferredPort>();
  for (const { evidence, remoteHostId, name } of namedReports) {
    const match = findPort(index, remoteHostId, evidence);
    if (match === 'AmbiguousPort') continue;
    if (match === 'UnknownPort') {
      const key = `${remoteHostId} ${name}`;
      const port = { id: newId(key), hostId: remoteHostId, ifName: name!, lastSeenAt: evidence.observedAt };
      inferredPorts.set(port.id, port);
      index.addPort(rowOf(port));
      continue;
    }
    const inferredPort = inferredPorts.get(match.portId);
    if (inferredPort)
      inferredPorts.set(inferredPort.id, {
        ...inferredPort,
        lastSeenAt: latest([inferredPort.lastSeenAt, evidence.observedAt]),
      });
  }
  return [...inferredPorts.values()];
}

/**
 * Returns the sort key of a report: LLDP first, then longer names. A longer name is probably the full port name, which
 * the device uses in its own tables.
 */
const sortKey = ({ evidence, remoteHostId, name }: ReportOfInferred & { readonly name: string | null }): string =>
  JSON.stringify([remoteHostId, evidence.protocol === 'LLDP' ? 0 : 1, 1_000 - name!.length, name, evidence.id]);

const rowOf = ({ id, hostId, ifName, lastSeenAt }: InferredPort): PortRow => ({
  ...{ id, hostId, ifName, ifIndex: null, ifDescr: null, ifAlias: null, macAddress: null, ipAddressId: null },
  ...{ ifType: null, isAggregate: false, fdbMacs: [], fdbReadAt: null, arpMacs: [], arpReadAt: null },
  ...{ lastRunId: null, isDown: false, seenAt: lastSeenAt },
});
