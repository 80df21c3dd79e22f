// An SNMP session with one device. Requests are promises, failures are classified by kind, and the signal cancels all
// requests.
import { setMaxListeners } from 'node:events';
import { isIP } from 'node:net';
import snmp from 'net-snmp';
import { CheckedSession } from './checked-session';
import { installDes } from './des';
import type { SnmpCredential, SnmpOptions } from './facts';

/** A value in a response. Octet strings and 64-bit counters are buffers; object ids and IPv4 addresses are texts. */
export type Value = Buffer | number | string | null;
export interface Binding {
  readonly oid: string;
  readonly value: Value;
  /** True if the response contains noSuchObject, noSuchInstance or endOfMibView instead of a value. */
  readonly isMissing: boolean;
}

export type FailureKind =
  | 'timeout'
  | 'unreachable'
  | 'refused'
  | 'tooBig'
  | 'noSuchName'
  | 'error'
  /** The time limit or the limit in bytes for reading the whole device is reached. */
  | 'overtime';

export class SnmpFailure extends Error {
  constructor(
    readonly kind: FailureKind,
    message: string,
  ) {
    super(message);
  }
}

export interface SnmpSession {
  readonly version: SnmpCredential['version'];
  get(oids: readonly string[]): Promise<Binding[]>;
  next(oids: readonly string[]): Promise<Binding[]>;
  /** Sends a GetBulk request. Resolves with as many rows after each object id as the device returned. */
  bulk(oids: readonly string[], repetitions: number): Promise<Binding[][]>;
  /** Whether engine discovery succeeded (SNMPv3, RFC 3414, 4). Engine discovery needs no valid user. */
  hasNamedEngine(): boolean;
  /**
   * Opens a session for one VLAN of the same device, with the community `name@10` or the context `vlan-10` for VLAN 10.
   * The caller has to close that session.
   */
  ofVlan(vlan: number): SnmpSession;
  close(): void;
}

installDes();

const authProtocols: Readonly<Record<string, snmp.AuthProtocols>> = {
  MD5: snmp.AuthProtocols.md5,
  SHA: snmp.AuthProtocols.sha,
  SHA224: snmp.AuthProtocols.sha224,
  SHA256: snmp.AuthProtocols.sha256,
  SHA384: snmp.AuthProtocols.sha384,
  SHA512: snmp.AuthProtocols.sha512,
};
const privacyProtocols: Readonly<Record<string, snmp.PrivProtocols>> = {
  DES: snmp.PrivProtocols.des,
  AES128: snmp.PrivProtocols.aes,
  AES256B: snmp.PrivProtocols.aes256b,
  AES256R: snmp.PrivProtocols.aes256r,
};

/**
 * The credentials to try one after the other. MD5, SHA and SHA-224 produce too short a key for AES-256. There are two
 * ways to extend the key (Blumenthal, Reeder), and a device supports one of them.
 */
export function listKeyExtensions(credential: SnmpCredential): SnmpCredential[] {
  if (credential.version !== 'v3' || credential.privacyProtocol !== 'AES256') return [credential];
  const isLongEnough = /^SHA(256|384|512)$/.test(credential.authProtocol ?? '');
  return (isLongEnough ? ['AES256B'] : ['AES256B', 'AES256R']).map((privacyProtocol) => ({
    ...credential,
    privacyProtocol,
  }));
}

function userOf(credential: Extract<SnmpCredential, { version: 'v3' }>): snmp.User {
  const user: snmp.User = { name: credential.user, level: snmp.SecurityLevel[credential.securityLevel] };
  if (credential.securityLevel === 'noAuthNoPriv') return user;
  const authProtocol = authProtocols[credential.authProtocol ?? ''];
  if (authProtocol === undefined) throw new SnmpFailure('refused', 'the authentication protocol is not known');
  Object.assign(user, { authProtocol, authKey: credential.authPassword ?? '' });
  if (credential.securityLevel === 'authNoPriv') return user;
  const privProtocol = privacyProtocols[credential.privacyProtocol ?? ''];
  if (privProtocol === undefined) throw new SnmpFailure('refused', 'the privacy protocol is not known');
  return Object.assign(user, { privProtocol, privKey: credential.privacyPassword ?? '' });
}

function kindOf(error: Error): FailureKind {
  if (error instanceof snmp.RequestFailedError)
    switch (error.status) {
      case snmp.ErrorStatus.TooBig:
        return 'tooBig';
      case snmp.ErrorStatus.NoSuchName:
        return 'noSuchName';
      case snmp.ErrorStatus.NoAccess:
      case snmp.ErrorStatus.AuthorizationError:
        return 'refused';
      default:
        return 'error';
    }
  if (error.name === 'RequestTimedOutError') return 'timeout';
  if (error instanceof snmp.ResponseInvalidError) {
    // Both are Reports of the device. The first one has a reason of RFC 3414, 3.2, such as an unknown user.
    const { EAuthFailure, EUnexpectedReport } = snmp.ResponseInvalidCode;
    return error.code === EAuthFailure || error.code === EUnexpectedReport ? 'refused' : 'error';
  }
  return 'syscall' in error ? 'unreachable' : 'error';
}

type Answer<T> = (error: Error | null, result?: T) => void;

/**
 * Opens a session. Every request after `endsAt` (a `performance.now` time) fails. Throws SnmpFailure for an unknown
 * authentication or privacy protocol of the credential.
 */
export function openSession(
  address: string,
  credential: SnmpCredential,
  options: SnmpOptions,
  endsAt: number,
  context = (credential.version === 'v3' && credential.context) || '',
): SnmpSession {
  const settings = {
    port: options.port ?? 161,
    transport: isIP(address) === 6 ? ('udp6' as const) : ('udp4' as const),
    timeout: options.timeoutMs ?? 2000,
    retries: options.retries ?? 1,
    // Accepts integers that are out of range, because some devices send them.
    strictIntRangeChecks: false,
    context,
  };
  const session =
    credential.version === 'v3'
      ? new CheckedSession(address, userOf(credential), { ...settings, version: snmp.Version3 })
      : new CheckedSession(address, credential.community, {
          ...settings,
          version: credential.version === 'v1' ? snmp.Version1 : snmp.Version2c,
        });
  // A message that cannot be decoded is ignored.
  session.on('error', () => undefined);

  const waiting = new Set<(error: unknown) => void>();
  let isClosed = false;
  const end = (reason: unknown): void => {
    if (isClosed) return;
    isClosed = true;
    options.signal.removeEventListener('abort', abort);
    for (const fail of waiting) fail(reason);
    session.close();
  };
  const abort = (): void => end(options.signal.reason);
  // One signal ends all sessions of a run, so the limit on its listeners is lifted.
  setMaxListeners(0, options.signal);
  if (options.signal.aborted) abort();
  else options.signal.addEventListener('abort', abort);

  const ask = <T>(send: (answer: Answer<T>) => void): Promise<T> =>
    new Promise<T>((resolve, reject) => {
      options.signal.throwIfAborted();
      if (isClosed || performance.now() > endsAt) throw new SnmpFailure('overtime', 'the time for the device is over');
      waiting.add(reject);
      send((error, result) => {
        waiting.delete(reject);
        if (!error && result) resolve(result);
        else reject(new SnmpFailure(error ? kindOf(error) : 'error', error?.message ?? 'empty answer'));
      });
    });

  return {
    version: credential.version,
    get: async (oids) => (await ask<snmp.Varbind[]>((answer) => session.get([...oids], answer))).map(bindingOf),
    next: async (oids) => (await ask<snmp.Varbind[]>((answer) => session.getNext([...oids], answer))).map(bindingOf),
    bulk: async (oids, repetitions) => {
      const columns = await ask<(snmp.Varbind | snmp.Varbind[])[]>((answer) =>
        session.getBulk([...oids], 0, repetitions, answer),
      );
      return oids.map((_oid, at) => [columns[at] ?? []].flat().map(bindingOf));
    },
    // `net-snmp` stores the discovered engine in this property, which the types of `net-snmp` do not declare.
    hasNamedEngine: () => 'msgSecurityParameters' in session,
    ofVlan: (vlan) =>
      credential.version === 'v3'
        ? openSession(address, credential, options, endsAt, `vlan-${vlan}`)
        : openSession(address, { ...credential, community: `${credential.community}@${vlan}` }, options, endsAt),
    close: () => end(new SnmpFailure('overtime', 'the session is closed')),
  };
}

const missing: ReadonlySet<number | undefined> = new Set([
  snmp.ObjectType.NoSuchObject,
  snmp.ObjectType.NoSuchInstance,
  snmp.ObjectType.EndOfMibView,
]);

const bindingOf = ({ oid, type, value }: snmp.Varbind): Binding => ({
  oid,
  value: (value ?? null) as Value,
  isMissing: missing.has(type),
});
