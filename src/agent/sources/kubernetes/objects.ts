// Reads members that every Kubernetes object has, and the ports of pods and services. Pure functions.
import { fieldsOf, integerOf, listOf, textOf, type Fields } from '../../evidence/json';
import { ipFromText } from '../../evidence/addresses';

export const nameOf = (row: Fields): string => textOf(fieldsOf(row.metadata).name);
export const namespaceOf = (row: Fields): string => textOf(fieldsOf(row.metadata).namespace);
/** Namespace and name, in the form `namespace/name`: unique among objects of the same kind. */
export const fullName = (row: Fields): string => `${namespaceOf(row)}/${nameOf(row)}`;

/**
 * The members of an object that have a text as their value, as pairs of name and value: for example, the labels of a
 * pod.
 */
export const textsOf = (value: unknown): (readonly [string, string])[] =>
  Object.entries(fieldsOf(value)).filter((pair): pair is [string, string] => typeof pair[1] === 'string');

const protocols: ReadonlyMap<string, 'Tcp' | 'Udp'> = new Map([
  ['', 'Tcp'],
  ['TCP', 'Tcp'],
  ['UDP', 'Udp'],
]);

export interface ObjectPort {
  readonly protocol: 'Tcp' | 'Udp';
  readonly row: Fields;
}

/** The TCP and UDP ports of a container or service. Ports of other protocols, such as SCTP, are left out. */
export const portsOf = (ports: unknown): ObjectPort[] =>
  listOf(ports).flatMap((row) => {
    const protocol = protocols.get(textOf(row.protocol));
    return protocol === undefined ? [] : [{ protocol, row }];
  });

export function portNumber(value: unknown): number | undefined {
  const number = integerOf(value);
  return number !== undefined && number > 0 && number < 65_536 ? number : undefined;
}

/** The texts that are IP addresses, without duplicates. */
export const addressesIn = (texts: readonly unknown[]): string[] => [
  ...new Set(texts.flatMap((text) => ipFromText(textOf(text)) ?? [])),
];
