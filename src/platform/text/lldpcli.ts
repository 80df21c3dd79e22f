// Parses the output of `lldpcli show neighbors` in its two JSON forms (`-f json` and `-f json0`).

export interface LldpcliNeighbor {
  /** Name of the port on the machine that runs lldpd. */
  readonly interfaceName: string;
  readonly protocol: 'LLDP' | 'CDP';
  readonly chassisId?: LldpcliId;
  readonly portId?: LldpcliId;
  readonly systemName?: string;
  readonly systemDescription?: string;
  readonly portDescription?: string;
  readonly managementAddresses: readonly string[];
}

export interface LldpcliId {
  /** Number of the subtype (IEEE 802.1AB, 8.5.2 and 8.5.3); 0 if lldpd has no name for it. */
  readonly subtype: number;
  readonly value: string;
}

type Fields = Readonly<Record<string, unknown>>;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
/** Elements as a list. `json0` writes every element as a list, `json` only repeated elements. */
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [value]);
const allIn = (value: unknown): readonly Fields[] => listOf(value).filter(isFields);
const firstIn = (value: unknown): Fields | undefined => allIn(value)[0];

/** The texts of an element. A text is a string in `json`, and an object with `value` in `json0`. */
const textsIn = (value: unknown): string[] =>
  listOf(value)
    .map((one) => (isFields(one) ? one['value'] : one))
    .filter((one) => typeof one === 'string');

const chassisSubtypes: Readonly<Record<string, number>> = { ifalias: 2, mac: 4, ip: 5, ifname: 6, local: 7 };
const portSubtypes: Readonly<Record<string, number>> = { ifalias: 1, mac: 3, ip: 4, ifname: 5, local: 7 };

/**
 * The neighbors in order; undefined if the output has neither form. Records without a local or remote port are omitted.
 */
export function lldpcliNeighbors(output: unknown): LldpcliNeighbor[] | undefined {
  const lldpSection = isFields(output) ? output['lldp'] : undefined;
  if (typeof lldpSection !== 'object' || lldpSection === null) return undefined;
  return allIn(lldpSection)
    .flatMap(({ interface: ports }) => allIn(ports))
    .flatMap(portsIn)
    .flatMap(([interfaceName, port]) => neighborOf(interfaceName, port) ?? []);
}

/** The ports with their names. The name is a field in `json0`, and the key of the port in `json`. */
function portsIn(one: Fields): (readonly [string, Fields])[] {
  const { name } = one;
  if (typeof name === 'string') return [[name, one]];
  return Object.entries(one).filter((entry): entry is [string, Fields] => isFields(entry[1]));
}

function neighborOf(interfaceName: string, port: Fields): LldpcliNeighbor | undefined {
  const protocol = protocolOf(port['via']);
  const foundChassis = chassisIn(port['chassis']);
  const remote = firstIn(port['port']);
  if (!protocol || !foundChassis || !remote) return undefined;
  const { name, chassis } = foundChassis;
  return {
    interfaceName,
    protocol,
    chassisId: idOf(chassisSubtypes, chassis['id']),
    portId: idOf(portSubtypes, remote['id']),
    systemName: name,
    systemDescription: textsIn(chassis['descr'])[0],
    portDescription: textsIn(remote['descr'])[0],
    managementAddresses: textsIn(chassis['mgmt-ip']),
  };
}

const protocolOf = (via: unknown): 'LLDP' | 'CDP' | undefined =>
  typeof via !== 'string' ? undefined : via.startsWith('CDP') ? 'CDP' : via === 'LLDP' ? 'LLDP' : undefined;

/** The chassis of a neighbor. In `json`, a named chassis is stored under its name, which may be any text, even `id`. */
function chassisIn(value: unknown): { name?: string; chassis: Fields } | undefined {
  const one = firstIn(value);
  if (!one) return undefined;
  const id = firstIn(one['id']);
  const isNamed = Object.keys(one).length === 1 && typeof id?.['type'] !== 'string';
  const [namedChassis] = isNamed ? Object.entries(one) : [];
  if (namedChassis && isFields(namedChassis[1])) return { name: namedChassis[0], chassis: namedChassis[1] };
  return { name: textsIn(one['name'])[0], chassis: one };
}

function idOf(subtypes: Readonly<Record<string, number>>, value: unknown): LldpcliId | undefined {
  const id = firstIn(value);
  const [text] = textsIn(id?.['value']);
  if (!id || text === undefined) return undefined;
  const { type } = id;
  return { subtype: typeof type === 'string' && Object.hasOwn(subtypes, type) ? subtypes[type]! : 0, value: text };
}
