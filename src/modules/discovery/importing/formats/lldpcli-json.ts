// `lldpcli -f json show neighbors`: the neighbors on the ports of one machine, which the file does not name.
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
import { ipOf, isHostAddress, lengths, macOf, textOf } from './values';

/** Most neighbors per port, as in reports. */
const mostHeard = 100;

export async function* lldpcliJson(
  text: AsyncIterable<string>,
  { host: given }: ReadOptions,
): AsyncGenerator<ImportedEntry> {
  const neighbors = lldpcliNeighbors(await wholeJson(text));
  if (!neighbors) throw new ImportFileError('malformed', 1, 'it has no "lldp"');
  const host = hostCalled(given);
  if (neighbors.length === 0) return;
  const heard = new Map<string, ImportedNeighbor[]>();
  let isTooMuch = false;
  for (const neighbor of neighbors) {
    const name = textOf(neighbor.interfaceName, lengths.short);
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
    const ofPort = heard.get(name) ?? [];
    if (ofPort.length === mostHeard || (ofPort.length === 0 && heard.size === mostParts)) isTooMuch = true;
    else heard.set(name, [...ofPort, evidence]);
  }
  if (isTooMuch) yield { kind: 'Refused', line: 1, code: 'too_many_parts', text: given! };
  host.interfaces = [...heard].map(([ifName, ofPort]) => ({ ifName, neighbors: ofPort }));
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

/** With the values as reports of agents write them: MAC addresses in capitals. */
function idOf<S extends string>(
  subtypes: Readonly<Record<number, S>>,
  id: LldpcliId | undefined,
): { subtype: S; value: string } | undefined {
  if (!id) return undefined;
  const subtype = subtypes[id.subtype];
  if (subtype === undefined) return undefined;
  const formed =
    subtype === 'MacAddress'
      ? macOf(id.value)?.toUpperCase()
      : subtype === 'NetworkAddress'
        ? ipOf(id.value)
        : undefined;
  const value = formed ?? textOf(id.value, lengths.short);
  return value === undefined ? undefined : { subtype, value };
}

function evidenceOf({ protocol, chassisId, portId, ...rest }: LldpcliNeighbor): ImportedNeighbor {
  const address = rest.managementAddresses.map(ipOf).find((ip) => ip !== undefined && isHostAddress(ip));
  const description = textOf(rest.systemDescription, lengths.long);
  const evidence: ImportedNeighbor =
    protocol === 'CDP'
      ? {
          // lldpd describes the system of CDP as `PLATFORM running on VERSION`.
          cdpDeviceId: textOf(chassisId?.value ?? rest.systemName, lengths.short),
          cdpPortId: textOf(portId?.value ?? rest.portDescription, lengths.short),
          cdpPlatform: textOf(description?.split(' running on')[0], lengths.short),
          cdpAddress: address,
        }
      : {
          lldpChassisId: idOf(chassisSubtypes, chassisId),
          lldpPortId: idOf(portSubtypes, portId),
          lldpSysName: textOf(rest.systemName, lengths.short),
          lldpPortDesc: textOf(rest.portDescription, lengths.short),
          lldpMgmtAddr: address,
          lldpSysDesc: description,
        };
  return Object.fromEntries(Object.entries(evidence).filter(([, value]) => value !== undefined));
}
