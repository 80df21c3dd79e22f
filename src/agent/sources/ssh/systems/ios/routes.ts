// Parses `show ip route` of IOS and IOS-XE.
import { ipFromText } from '../../../../evidence/addresses';
import { ipv4Destination } from '../../../../evidence/routes';
import type { RouteFacts } from '../../../snmp';
import type { Parsed, Rows } from '../../rows';
import { readRecords, skip, valueOf, valuesOf, type LineRecord } from '../../text/line-rules';
import { shortPortName } from '../../text/port-names';
import { numberOf } from '../../text/values';

/** The protocols of routes, by the letter at the start of a route. */
const protocols: Readonly<Record<string, RouteFacts['protocol']>> = {
  ...{ C: 'Local', S: 'Static', B: 'Bgp', O: 'Ospf', i: 'IsIs', R: 'Rip', D: 'Eigrp' },
};
/** The letter at the start of routes to the device's own addresses. These routes are left out. */
const ofAddress = 'L';

/** The end of a route: a next hop with optional age and port, or `is directly connected` with an optional port. */
const pathForm =
  /^(?:is directly connected(?:, [0-9][0-9a-z:]*)?(?:, (?<direct>[A-Za-z][^\s,]*))?|\[\d+\/\d+\] via (?<hop>[0-9.]{7,15})(?:, (?:[0-9][0-9a-z:]*|never))?(?:, (?<port>[A-Za-z][^\s,]*))?)$/;

/**
 * Parses lines such as `O        10.20.0.0/24 [110/2] via 10.10.0.1, 00:01:02, Vlan10`. A long route continues on the
 * next line.
 */
export function parseRoutes(text: string): Parsed | undefined {
  const { records, unread } = readRecords(text, {
    start: [
      // Older versions of IOS print the prefix length in a line before the routes, not in each route.
      { line: /^\s+[0-9.]{7,15}\/(?<length>\d{1,2}) is subnetted, \d+ subnets?$/, starts: true },
      { line: /^\s+[0-9.]{7,15}\/\d{1,2} is variably (?<variable>subnetted), /, starts: true },
      {
        line: /^(?<letter>[A-Za-z])[*% ]?[A-Za-z0-9*%+& ]{0,6}\s+(?<prefix>[0-9.]{7,15}(?:\/\d{1,2})?)(?: (?<path>(?:is |\[).*))?$/,
        starts: true,
      },
      { line: /^\s+(?<path>\[.*)$/ },
      { line: /^Gateway of last resort is (?<resort>.+)$/, starts: true },
      skip(/^(?:Codes:|\s{2,}[A-Za-z0-9*+%&]{1,2} - )/),
    ],
  });
  const isTable = records.some((record) => valueOf(record, 'prefix') ?? valueOf(record, 'resort'));
  if (!isTable) return undefined;
  const routes: Rows['routes'][number][] = [];
  let [unknown, length] = [0, undefined as number | undefined];
  for (const record of records) {
    if (valueOf(record, 'variable')) length = undefined;
    length = numberOf(valueOf(record, 'length')) ?? length;
    const paths = pathsOf(record);
    const destination = ipv4Destination(valueOf(record, 'prefix') ?? '', length);
    if (paths.length === 0 || valueOf(record, 'letter') === ofAddress) continue;
    if (destination === undefined || paths.includes(undefined)) unknown++;
    else routes.push(...paths.flatMap((path) => routeOf(destination, path!, record)));
  }
  return { rows: { routes }, unread: unread + unknown };
}

type Path = Readonly<Record<string, string | undefined>>;

const pathsOf = (record: LineRecord): (Path | undefined)[] =>
  valuesOf(record, 'path')
    .filter((path) => !path.startsWith('is a summary'))
    .map((path) => pathForm.exec(path)?.groups);

function routeOf(destination: string, { direct, hop, port = direct }: Path, record: LineRecord): Rows['routes'] {
  // A route to the port Null0 drops packets, so it is left out.
  if (port !== undefined && /^Null\d/i.test(port)) return [];
  const nextHop = hop === undefined ? undefined : ipFromText(hop);
  if (hop !== undefined && nextHop === undefined) return [];
  return [
    {
      ...{ destination, protocol: protocols[valueOf(record, 'letter') ?? ''] ?? 'Other' },
      type: nextHop === undefined ? 'Local' : 'Remote',
      ...(nextHop !== undefined && { nextHop }),
      ...(port !== undefined && { port: shortPortName(port) }),
    },
  ];
}
