// Decides whether the certificate of an API is trusted: by an authority, by a given fingerprint, or by the fingerprint
// that was pinned at the first connection.
import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { writePrivate } from '../../private-file';

/**
 * Stored in place of a fingerprint if an authority verified the first certificate. An authority must then verify all
 * later ones too.
 */
export const byAuthority = 'authority';

/** The pinned fingerprints by `address:port`, stored in a file of the agent's state folder. */
export class Pins {
  private readonly pins: Map<string, string>;

  /** Without a file, pins are only kept in memory. A file that cannot be parsed counts as empty. */
  constructor(private readonly file?: string) {
    this.pins = new Map(Object.entries(readPins(file)));
  }

  get(place: string): string | undefined {
    return this.pins.get(place);
  }

  set(place: string, pin: string): void {
    if (this.pins.get(place) === pin) return;
    this.pins.set(place, pin);
    if (this.file !== undefined)
      writePrivate(this.file, `${JSON.stringify(Object.fromEntries(this.pins), undefined, 2)}\n`);
  }
}

function readPins(file: string | undefined): Record<string, string> {
  try {
    const pins: unknown = file === undefined ? {} : JSON.parse(readFileSync(file, 'utf8'));
    const entries = typeof pins === 'object' && pins !== null ? Object.entries(pins) : [];
    return Object.fromEntries(entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
  } catch {
    return {};
  }
}

/** The fingerprint in the form `AB:CD:…`; undefined unless the text is a SHA-256 fingerprint in hexadecimal. */
export function fingerprintFromText(text: string): string | undefined {
  const digits = text.replace(/^sha-?256[:=\s]*(fingerprint=)?/i, '').replace(/[:\s-]/g, '');
  return /^[0-9a-f]{64}$/i.test(digits) ? digits.toUpperCase().replace(/(..)(?!$)/g, '$1:') : undefined;
}

export interface Presented {
  /** SHA-256 fingerprint of the certificate that the server presented, in the form `AB:CD:…`. */
  readonly fingerprint: string;
  /** Why no certificate authority verifies the certificate for this address; undefined if an authority does. */
  readonly problem?: string;
}

/** `pin` is stored for later connections. If `isNew` is true, the user must be told about the new pin. */
export type Trust = { readonly pin: string | undefined; readonly isNew: boolean } | { readonly refusal: string };

/**
 * Decides whether to trust a certificate. `given` is the fingerprint in the settings; `pinned` was stored by an earlier
 * connection.
 */
export function judgeCertificate(
  { fingerprint, problem }: Presented,
  { given, pinned }: { readonly given?: string | undefined; readonly pinned?: string | undefined },
): Trust {
  if (given !== undefined) {
    if (fingerprintFromText(given) === fingerprint) return { pin: undefined, isNew: false };
    return { refusal: `its certificate has the fingerprint ${fingerprint}, which is not the given one` };
  }
  if (problem === undefined) return { pin: byAuthority, isNew: false };
  if (pinned === undefined) return { pin: fingerprint, isNew: true };
  if (pinned === fingerprint) return { pin: fingerprint, isNew: false };
  const before = pinned === byAuthority ? 'an authority vouched for it before' : `the fingerprint was ${pinned} before`;
  return {
    refusal: `its certificate has changed to ${fingerprint} (${problem}), and ${before}. If the change is intended, set this fingerprint in the credential`,
  };
}

export interface ApiPlace {
  readonly address: string;
  readonly port: number;
  /** SHA-256 fingerprint that the certificate must have; undefined if an authority or a pin is used instead. */
  readonly fingerprint?: string | undefined;
}

/** The address and port in the form `address:port`, or `[address]:port` for IPv6. */
export const placeName = ({ address, port }: ApiPlace): string =>
  isIP(address) === 6 ? `[${address}]:${port}` : `${address}:${port}`;

export interface PeerOptions extends ApiPlace {
  readonly pins: Pins;
  /** Whether only an authority from the settings is trusted. If so, no fingerprint is pinned. */
  readonly hasAuthority?: boolean;
  /** Called with a text that the user must read, such as that a certificate is trusted from now on. */
  readonly tell: (text: string) => void;
}

/**
 * Checks the certificate of a connection after its handshake, and pins the fingerprint at the first connection. Returns
 * why the connection must not be used; undefined if the certificate is trusted.
 */
export function judgePeer(socket: TLSSocket, peer: PeerOptions): string | undefined {
  const { fingerprint: configuredFingerprint, pins, tell } = peer;
  const place = placeName(peer);
  const { fingerprint256: fingerprint } = socket.getPeerCertificate() ?? {};
  if (typeof fingerprint !== 'string') return `${place} presents no certificate`;
  const problem = socket.authorized ? undefined : String(socket.authorizationError);
  if (problem !== undefined && configuredFingerprint === undefined && peer.hasAuthority)
    return `${place} is not trusted: the given authority does not vouch for its certificate (${problem})`;
  const presented = { fingerprint, ...(problem !== undefined && { problem }) };
  const trust = judgeCertificate(presented, { given: configuredFingerprint, pinned: pins.get(place) });
  if ('refusal' in trust) return `${place} is not trusted: ${trust.refusal}`;
  if (trust.pin !== undefined) pins.set(place, trust.pin);
  if (trust.isNew)
    tell(
      `No authority vouches for the certificate of ${place} (${problem}). It is trusted from now on by its SHA-256 fingerprint ${fingerprint}: compare the two`,
    );
  return undefined;
}
