// Builds the reported rows of a machine's open TCP ports, with the certificates and SSH host keys that the scan read at
// these ports. Pure functions.
import { randomUUID } from 'node:crypto';
import type { Engine } from '../sources/docker';
import { isSshServer, type PortFinding } from '../sources/scan/probe';
import { publishedPorts, type PortRow } from './containers';
import { groupItems, type Machine } from './machines';

/**
 * Maximum number of TCP ports in a report. It is less than the server accepts, because the report also has UDP ports.
 */
const mostPorts = 9_990;
/** Maximum number of SSH host keys of a port that the server accepts. */
const mostHostKeys = 10;

/** The container engines of the machine: the engine that the agent reads locally, and those that data sources list. */
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
      const portFindings = findingsByPort.get(number) ?? [];
      const [certificate, sshHostKeys] = [buildCertificate(portFindings), buildSshHostKeys(portFindings)];
      const row: PortRow = {
        ...{ id: randomUUID(), number, protocol: 'Tcp' },
        ...(certificate !== undefined && { certificate }),
        ...(sshHostKeys && { ssh_host_keys: sshHostKeys }),
      };
      return [number, row];
    }),
  );
}

/**
 * The certificate of a port. If the port has several certificates at the machine's addresses, the one that expires
 * first. Null if all addresses responded without a certificate; undefined if the certificate is unknown.
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

/**
 * The SSH host keys of a port at all addresses of the machine, sorted. Empty if a service other than SSH responded at
 * every address; undefined if the keys are unknown.
 */
export function buildSshHostKeys(findings: readonly PortFinding[]): PortRow['ssh_host_keys'] {
  const keys = new Map(
    findings.flatMap(({ sshHostKey: key }) =>
      key ? [[`${key.format} ${key.fingerprint}`, { type: key.format, fingerprint: key.fingerprint }] as const] : [],
    ),
  );
  const isRead = findings.every(
    (one) => one.sshHostKey ?? ((one.banner ?? one.http) !== undefined && !isSshServer(one)),
  );
  if (keys.size === 0) return findings.length > 0 && isRead ? [] : undefined;
  return [...keys]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, key]) => key)
    .slice(0, mostHostKeys);
}
