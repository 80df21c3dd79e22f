// Builds the reported rows of a machine's open TCP ports, with the certificates that the scan read there. Pure functions.
import { randomUUID } from 'node:crypto';
import type { Engine } from '../sources/docker';
import type { PortFinding } from '../sources/scan/probe';
import { publishedPorts, type PortRow } from './containers';
import { groupItems, type Machine } from './machines';

/** Maximum number of TCP ports in a report: less than the server accepts, because UDP ports are added. */
const mostPorts = 9_990;

/** The engines of the machine: the one that the agent reads itself, and those that sources know. */
export const enginesOf = ({ ownMachine, found = [] }: Machine): Engine[] =>
  [ownMachine?.engine, ...found.map(({ engine }) => engine)].filter((engine) => engine !== undefined);

export function buildPortRows(machine: Machine): Map<number, PortRow> {
  const { addresses, findings, found = [] } = machine;
  const publishedPortNumbers = enginesOf(machine).flatMap(({ containers }) => containers.flatMap(publishedPorts));
  const foundPorts = found.flatMap(({ hypervisor, services = [] }) => [
    ...(hypervisor?.port === undefined ? [] : [hypervisor.port]),
    ...services.flatMap(({ ports }) => ports),
  ]);
  const numbers = [...new Set([...addresses.flatMap(({ ports }) => ports), ...publishedPortNumbers, ...foundPorts])]
    .sort((a, b) => a - b)
    .slice(0, mostPorts);
  const findingsByPort = groupItems(
    findings.filter(({ bacnet }) => !bacnet),
    ({ port }) => port,
  );
  return new Map(
    numbers.map((number) => {
      const certificate = buildCertificate(findingsByPort.get(number) ?? []);
      return [number, { id: randomUUID(), number, protocol: 'Tcp', ...(certificate !== undefined && { certificate }) }];
    }),
  );
}

/**
 * The certificate of a port. If the addresses of the machine have different ones, it is the one that expires first. Null
 * if the port answered without one at all addresses; undefined if it is not known whether it has one.
 */
export function buildCertificate(findings: readonly PortFinding[]): PortRow['certificate'] {
  const [first] = findings
    .flatMap(({ certificate }) => certificate?.details ?? [])
    .sort((a, b) => Date.parse(a.notAfter) - Date.parse(b.notAfter) || (a.fingerprint < b.fingerprint ? -1 : 1));
  if (first)
    return {
      ...(first.subject !== undefined && { subject: first.subject }),
      ...(first.issuer !== undefined && { issuer: first.issuer }),
      alternative_names: [...first.alternativeNames],
      not_before: first.notBefore,
      not_after: first.notAfter,
      fingerprint: first.fingerprint,
      is_self_signed: first.isSelfSigned,
    };
  const areWithout = findings.every(({ banner, http, certificate }) => !certificate && (banner ?? http) !== undefined);
  return findings.length > 0 && areWithout ? null : undefined;
}
