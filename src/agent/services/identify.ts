// Which known software an open port is: proven by what it says, or guessed by its number; the two are never mixed.
import { cleanLine } from '../scan/http';
import type { PortFinding } from '../scan/probe';
import { guesses, signatures, webService, type Place } from './signatures';

export interface FoundService {
  readonly port: number;
  /** Id of the known software. */
  readonly definition: string;
  readonly confidence: 'proven' | 'guessed';
  /** Name for people, where the software says more than what it is. */
  readonly name?: string;
}

/** Bytes as characters, one by one: patterns see them as they are. */
const textsOf = ({ banner, http, certificate }: PortFinding): Record<Place, readonly string[]> => ({
  banner: banner ? [banner.toString('latin1')] : [],
  title: http?.title ? [http.title] : [],
  server: http?.server ? [http.server] : [],
  body: http ? [http.body] : [],
  authenticate: http?.authenticate ? [http.authenticate] : [],
  certificate: [...(certificate?.names ?? []), certificate?.subject ?? ''].filter(Boolean),
});

/** Undefined: nothing is known of the port but that it is open. */
export function identify(finding: PortFinding): FoundService | undefined {
  const { port, http } = finding;
  const texts = textsOf(finding);
  const proof = signatures.find(([, place, pattern]) => texts[place].some((text) => pattern.test(text)));
  if (proof) return { port, definition: proof[0], confidence: 'proven' };
  if (http)
    return { port, definition: webService, confidence: 'proven', name: cleanLine(http.title ?? http.server, 100) };
  const guess = guesses[port];
  return guess === undefined ? undefined : { port, definition: guess, confidence: 'guessed' };
}

/** Of what the ports of a machine say: one service for each port. */
export function servicesOf(findings: readonly PortFinding[]): FoundService[] {
  const found = new Map(
    findings.flatMap((finding) => {
      const service = identify(finding);
      return service ? [[service.port, service] as const] : [];
    }),
  );
  return [...found.values()];
}
