// Reads the output of `lldpcli -f json show neighbors`: the neighbors at the ports of one machine. The output does not
// contain the name of this machine.
import { lldpcliNeighbors, type LldpcliId, type LldpcliNeighbor } from '../../../../platform/text/lldpcli';
import {
  ImportFileError,
  mostParts,
  type ImportedEntry,
  type ImportedNeighbor,
  type ReadOptions,
} from './imported-entries';
import { wholeJson } from './json';
import { hostCalled } from './host-called';
import { readIp, isHostAddress, lengths, readMac, readText } from './values';

/** Maximum number of neighbors of a port, the same as in host reports. */
const mostHeard = 100;

export async function* lldpcliJson(
  text: AsyncIterable<string>,
  { host: hostOption }: ReadOptions,
): AsyncGenerator<ImportedEntry> {
  const neighbors = lldpcliNeighbors(await wholeJson(text));
  if (!neighbors) throw new ImportFileError('malformed', 1, 'it has no "lldp"');
  const host = hostCalled(hostOption);
  if (neighbors.length === 0) return;
  const neighborsByPort = new Map<string, ImportedNeighbor[]>();
  let isTooMuch = false;
  for (const neighbor of neighbors) {
    const name = readText(neighbor.interfaceName, lengths.short);
    const evidence = evidenceOf(neighbor);
    if (name === undefined || Object.keys(evidence).length === 0) {
      yield {
        kind: 'Refused',
        line: 1,
        code: 'invalid_value',
        text: `a neighbour of ${name ?? 'a port without a name'}`,
      };
      continue;
    }
    const ofPort = neighborsByPort.get(name) ?? [];
    if (ofPort.length === mostHeard || (ofPort.length === 0 && neighborsByPort.size === mostParts)) isTooMuch = true;
    else neighborsByPort.set(name, [...ofPort, evidence]);
  }
  if (isTooMuch) yield { kind: 'Refused', line: 1, code: 'too_many_parts', text: hostOption! };
  host.interfaces = [...neighborsByPort].map(([ifName, ofPort]) => ({ ifName, neighbors: ofPort }));
  yield { kind: 'Host', line: 1, host };
}

const chassisSubtypes = {
  2: 'InterfaceAlias',
  4: 'MacAddress',
  5: 'NetworkAddress',
  6: 'InterfaceName',
  7: 'LocallyAssigned',
} as const;
const portSubtypes = {
  1: 'InterfaceAlias',
  3: 'MacAddress',
  4: 'NetworkAddress',
  5: 'InterfaceName',
  7: 'LocallyAssigned',
} as const;

/** Returns an LLDP id with its value in the form that agents report: MAC addresses in upper case. */
function idOf<S extends string>(
  subtypes: Readonly<Record<number, S>>,
  id: LldpcliId | undefined,
): { subtype: S; value: string } | undefined {
  if (!id) return undefined;
  const subtype = subtypes[id.subtype];
  if (subtype === undefined) return undefined;
  const canonicalId =
    subtype === 'MacAddress'
      ? readMac(id.value)?.toUpperCase()
      : subtype === 'NetworkAddress'
        ? readIp(id.value)
        : undefined;
  const value = canonicalId ?? readText(id.value, lengths.short);
  return value === undefined ? undefined : { subtype, value };
}

function evidenceOf({ protocol, chassisId, portId, ...rest }: LldpcliNeighbor): ImportedNeighbor {
  const address = rest.managementAddresses.map(readIp).find((ip) => ip !== undefined && isHostAddress(ip));
  const description = readText(rest.systemDescription, lengths.long);
  const evidence: ImportedNeighbor =
    protocol === 'CDP'
      ? {
          // A CDP neighbor sends its platform and version. lldpd joins both into one text: `PLATFORM running on
          // VERSION`.
          cdpDeviceId: readText(chassisId?.value ?? rest.systemName, lengths.short),
          cdpPortId: readText(portId?.value ?? rest.portDescription, lengths.short),
          cdpPlatform: readText(description?.split(' running on')[0], lengths.short),
          cdpAddress: address,
        }
      : {
          lldpChassisId: idOf(chassisSubtypes, chassisId),
          lldpPortId: idOf(portSubtypes, portId),
          lldpSysName: readText(rest.systemName, lengths.short),
          lldpPortDesc: readText(rest.portDescription, lengths.short),
          lldpMgmtAddr: address,
          lldpSysDesc: description,
        };
  return Object.fromEntries(Object.entries(evidence).filter(([, value]) => value !== undefined));
}
