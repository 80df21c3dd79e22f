// Builds the reported rows of a machine's open TCP ports, with the certificates that the scan read there. Pure functions.
import { randomUUID } from 'node:crypto';
import type { PortFinding } from '../sources/scan/probe';
import { publishedPorts, type PortRow } from './containers';
import { groupItems, type Machine } from './machines';

/** Maximum number of TCP ports in a report: one less than the server accepts, because the port of SNMP is added. */
const mostPorts = 9_999;

export function buildPortRows({ addresses, findings, ownMachine, found = [] }: Machine): Map<number, PortRow> {
  const publishedPortNumbers = (ownMachine?.engine?.containers ?? []).flatMap(publishedPorts);
  const hypervisorPorts = found.flatMap(({ hypervisor }) => hypervisor?.port ?? []);
  const numbers = [
    ...new Set([...addresses.flatMap(({ ports }) => ports), ...publishedPortNumbers, ...hypervisorPorts]),
  ]
    .sort((a, b) => a - b)
    .slice(0, mostPorts);
  const findingsByPort = groupItems(findings, ({ port }) => port);
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
