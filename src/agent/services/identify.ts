// Identifies the software behind an open port: proven by its response, or only guessed by the port number.
import { cleanLine } from '../sources/scan/http';
import type { PortFinding } from '../sources/scan/probe';
import { decodeBanner } from './banners';
import { guesses, signatures, webService, type Place } from './signatures';

export interface FoundService {
  readonly port: number;
  /** Id of the service definition. */
  readonly definition: string;
  readonly confidence: 'proven' | 'guessed';
  /** Display name of the service, such as the product that the response names; undefined if it names none. */
  readonly name?: string;
  /** Set if the port is a UDP port. */
  readonly protocol?: 'Udp';
}

const collectTexts = ({ banner, http, certificate }: PortFinding): Record<Place, readonly string[]> => ({
  banner: banner ? [banner.toString('latin1')] : [],
  title: http?.title ? [http.title] : [],
  server: http?.server ? [http.server] : [],
  body: http ? [http.body] : [],
  authenticate: http?.authenticate ? [http.authenticate] : [],
  certificate: [...(certificate?.names ?? []), certificate?.subject ?? ''].filter(Boolean),
});

/** Identifies the service behind a port; undefined if neither the response nor the port number identifies a service. */
export function identify(finding: PortFinding): FoundService | undefined {
  const { port, http } = finding;
  const decoded = decodeBanner(finding);
  const texts = collectTexts(finding);
  const proof = signatures.find(([, place, pattern]) => texts[place].some((text) => pattern.test(text)));
  if (decoded && (!proof || proof[0] === decoded.definition)) {
    const { definition, name } = decoded;
    const isUdp = finding.bacnet !== undefined;
    return {
      ...{ port, definition, confidence: 'proven' },
      ...(name !== undefined && { name }),
      ...(isUdp && { protocol: 'Udp' }),
    };
  }
  if (proof) return { port, definition: proof[0], confidence: 'proven' };
  if (http)
    return { port, definition: webService, confidence: 'proven', name: cleanLine(http.title ?? http.server, 100) };
  const guess = guesses[port];
  return guess === undefined ? undefined : { port, definition: guess, confidence: 'guessed' };
}

/** Identifies the services of a machine, one per port and protocol. */
export function identifyAll(findings: readonly PortFinding[]): FoundService[] {
  const byPort = new Map(
    findings.flatMap((finding) => {
      const service = identify(finding);
      return service ? [[`${service.port} ${service.protocol ?? 'Tcp'}`, service] as const] : [];
    }),
  );
  return [...byPort.values()];
}
