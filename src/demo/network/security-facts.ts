// Generates TLS certificates and SSH host keys of ports, and which devices answer a well-known SNMP community.
import { createHash } from 'node:crypto';
import { Chance } from './chance';
import type { HostDraft } from './host-draft';
import type { NetworkDraft } from './network-draft';

const tlsPorts: ReadonlySet<number> = new Set([443, 636, 6443, 8443, 8883, 9443]);
const sshPort = 22;
const day = 24 * 3_600_000;
/**
 * Lifetimes in days: of certificates that the organization's own CA issued, and of self-signed certificates of devices.
 */
const lifetime = { issued: 397, selfSigned: 3_650 } as const;
/** The certificate of one web server is about to expire. */
const expiring = { software: 'nginx', daysLeft: 9 } as const;

export function addSecurityFacts(network: NetworkDraft): void {
  const forgotten = network.hosts.find(({ services }) =>
    services.some(({ serviceDefinition }) => serviceDefinition === expiring.software),
  );
  const hosts = new Map(network.hosts.map((host) => [host.id, host]));
  for (const port of network.rows.ports) {
    const host = hosts.get(port.hostId);
    const hasCertificate = host && port.protocol === 'Tcp' && tlsPorts.has(port.number);
    Object.assign(
      port,
      hasCertificate ? certificateOf(network, host, `${port.id}`, host === forgotten) : { certificateNames: [] },
      { sshHostKeys: port.protocol === 'Tcp' && port.number === sshPort ? [hostKeyOf(`${port.id}`)] : [] },
    );
  }
  const managed = network.hosts.filter(({ device }) => device.sysObjectId !== undefined);
  const careless = managed.find(({ row }) => row.role === 'Printer' || row.role === 'Ups');
  for (const host of managed) host.row.answersDefaultCommunity = host === careless;
}

function certificateOf({ scope, timeline }: NetworkDraft, host: HostDraft, seed: string, isForgotten: boolean) {
  const chance = new Chance(`certificate ${seed}`);
  const isSelfSigned = host.device.sysObjectId !== undefined;
  const name = host.row.hostname ?? host.name;
  const days = isSelfSigned ? lifetime.selfSigned : lifetime.issued;
  const daysLeft = isForgotten ? expiring.daysLeft : chance.between(60, days - 30);
  const notAfter = Math.floor(timeline.now / day) * day + daysLeft * day;
  const subject = `CN=${name}`;
  return {
    certificateSubject: subject,
    certificateIssuer: isSelfSigned ? subject : `O=${scope.domain}, CN=Internal CA`,
    certificateNames: [name],
    certificateNotBefore: new Date(notAfter - days * day).toISOString(),
    certificateNotAfter: new Date(notAfter).toISOString(),
    certificateFingerprint: createHash('sha256').update(seed).digest('hex'),
    certificateSelfSigned: isSelfSigned,
  };
}

function hostKeyOf(seed: string): string {
  const hash = createHash('sha256').update(`host key ${seed}`).digest('base64').replace('=', '');
  return `ssh-ed25519 SHA256:${hash}`;
}
