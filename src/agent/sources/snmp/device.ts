// Tries a credential on a device, and reads all tables of a device that accepts it.
import { withByteLimit } from './byte-limit';
import type { SnmpCredential, SnmpOptions, SnmpTrial, SystemFacts } from './facts';
import { readAll, unreadFacts } from './reading';
import type { DeviceFacts } from './row-tables';
import { listKeyExtensions, openSession, SnmpFailure, type SnmpSession } from './session';
import { readSystem } from './tables/system';

/** Sends an SNMP request with the credential. Resolves with `opened`, `silent` or `refused`. */
export async function trySnmp(address: string, credential: SnmpCredential, options: SnmpOptions): Promise<SnmpTrial> {
  const opened = await open(address, credential, options);
  if ('session' in opened) {
    opened.session.close();
    return { outcome: 'opened' };
  }
  const { kind, message } = opened.failure;
  if (kind === 'refused') return { outcome: 'refused', reason: message };
  return { outcome: 'silent', ...(kind !== 'timeout' && { reason: message }) };
}

type Opened = { session: SnmpSession; system: SystemFacts } | { failure: SnmpFailure };

/** Opens a session. Resolves with the session and the values of the system group, or with the reason of the failure. */
async function open(address: string, credential: SnmpCredential, options: SnmpOptions): Promise<Opened> {
  const endsAt = performance.now() + (options.deviceMs ?? 120_000);
  let failure: SnmpFailure | undefined;
  for (const one of listKeyExtensions(credential)) {
    let session: SnmpSession | undefined;
    try {
      session = withByteLimit(openSession(address, one, options, endsAt));
      return { session, system: await readSystem(session) };
    } catch (error) {
      session?.close();
      if (!(error instanceof SnmpFailure)) throw error;
      // SNMPv3: a device that answers engine discovery, but not the request after it, could not decrypt that request.
      // So the credential counts as refused.
      const dropped = error.kind === 'timeout' && session?.hasNamedEngine();
      failure = dropped ? new SnmpFailure('refused', 'no answer to this user and its keys') : error;
      if (failure.kind !== 'refused') break;
    }
  }
  return { failure: failure! };
}

/**
 * Reads all tables of a device. If the device fails, this function does not throw: `incomplete` lists the tables that
 * could not be read.
 */
export async function readDevice(
  address: string,
  credential: SnmpCredential,
  options: SnmpOptions,
): Promise<DeviceFacts> {
  const opened = await open(address, credential, options);
  if ('failure' in opened) return unreadFacts();
  const { session, system } = opened;
  try {
    return await readAll(session, system);
  } finally {
    session.close();
  }
}
