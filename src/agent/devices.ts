// Reads the devices of a session by SNMP: finds a credential that the device accepts, and reads the device's tables.
import { type Credentials, type Candidate } from './credentials';
import { forEachConcurrently, Pool, type Rate } from './sources/scan/limits';
import { contains, parseRange, type AddressRange } from './scope/ranges';
import type { Scope } from './scope/scope';
import type { DeviceFacts, readDevice, trySnmp } from './sources/snmp';
import { isWellKnown } from './sources/snmp/communities';

export interface CredentialResult {
  readonly ip: string;
  readonly credential_id?: string;
  readonly outcome: 'opened' | 'refused';
}

export interface DeviceOptions {
  readonly credentials: Credentials;
  readonly scope: Scope;
  /**
   * CIDRs of the network. Credentials from the server are sent only to addresses in these CIDRs, so that no device of
   * another network receives them.
   */
  readonly networkSubnets: readonly string[];
  readonly snmpPort?: number;
  readonly rate: Rate;
  readonly signal: AbortSignal;
  readonly warn: (text: string) => void;
  readonly collectors: { readonly trySnmp: typeof trySnmp; readonly readDevice: typeof readDevice };
}

const atOnce = 32;
/**
 * Number of devices that are read concurrently. Reading takes megabytes for the tables of a large device, so this
 * number is lower than the number of addresses at which credentials are tried concurrently.
 */
const readAtOnce = 16;

const maxListedAddresses = 20;

export class Devices {
  /** What was read from each device, by the address at which it was read. */
  readonly facts = new Map<string, DeviceFacts>();
  readonly results: CredentialResult[] = [];
  /** By address: whether the device answers a well-known SNMP community such as `public`. Null if this is not known. */
  readonly answersDefaultCommunity = new Map<string, boolean | null>();
  private readonly network: readonly AddressRange[];
  private readonly reading = new Pool(readAtOnce);

  constructor(private readonly options: DeviceOptions) {
    this.network = options.networkSubnets.flatMap((cidr) => parseRange(cidr) ?? []);
  }

  /**
   * Tries SNMP credentials at each address, and reads each device that accepts a credential. Calls `step` after each
   * address.
   */
  async ask(addresses: readonly string[], step: () => void): Promise<void> {
    const { credentials, signal } = this.options;
    if (credentials.isEmpty) return;
    await forEachConcurrently(addresses, atOnce, async (address) => {
      const candidates = this.candidates(address);
      let opening: Candidate | undefined;
      for (const candidate of candidates) {
        if (signal.aborted) return;
        if (await this.tryCredential(address, candidate)) {
          opening = candidate;
          break;
        }
      }
      const answers = await this.tryCommunities(address, candidates, opening);
      if (answers !== undefined) this.answersDefaultCommunity.set(address, answers);
      step();
    });
  }

  /**
   * Whether the device answers a well-known SNMP community, such as `public`. `opening` is the first candidate that the
   * device accepted. Null if the answer is unknown; undefined if there was nothing to try.
   */
  private async tryCommunities(
    address: string,
    candidates: readonly Candidate[],
    opening: Candidate | undefined,
  ): Promise<boolean | null | undefined> {
    const { rate, signal, collectors } = this.options;
    if (!opening) return candidates.some(({ credential }) => isWellKnown(credential)) ? null : undefined;
    if (isWellKnown(opening.credential)) return true;
    const isTried = ({ credential }: Candidate) =>
      isWellKnown(credential) && credential.port === opening.credential.port;
    for (const { credential } of candidates.slice(candidates.indexOf(opening) + 1).filter(isTried)) {
      if (signal.aborted) return undefined;
      await rate.take(signal);
      const { outcome } = await collectors.trySnmp(address, credential, this.trialOptions(credential));
      if (outcome === 'opened') return true;
    }
    return signal.aborted ? undefined : candidates.some(isTried) ? false : null;
  }

  private trialOptions({ port = this.options.snmpPort }: Candidate['credential']) {
    return { signal: this.options.signal, ...(port !== undefined && { port }) };
  }

  /** Warns about devices that have no table of LLDP or CDP neighbors. Call this method after the last call of `ask`. */
  warnWithoutNeighborTable(): void {
    const without = [...this.facts].filter(
      ([, { hasNeighborTable, incomplete }]) =>
        !hasNeighborTable && !incomplete.includes('lldp') && !incomplete.includes('cdp'),
    );
    if (without.length === 0) return;
    const addresses = without.map(([address]) => address);
    const listed = [
      ...addresses.slice(0, maxListedAddresses),
      ...(addresses.length > maxListedAddresses ? ['…'] : []),
    ].join(', ');
    this.options.warn(`${addresses.length} devices have no neighbor table (LLDP, CDP or a vendor's own): ${listed}.`);
  }

  private candidates(address: string): readonly Candidate[] {
    const { credentials, scope } = this.options;
    if (!scope.allows(address)) return [];
    const isOfNetwork = this.network.some((range) => contains(range, address));
    return credentials.for(address).filter(({ isOwn }) => isOwn || isOfNetwork);
  }

  private async tryCredential(address: string, { credential, id }: Candidate): Promise<boolean> {
    const { rate, signal, collectors, warn } = this.options;
    const options = this.trialOptions(credential);
    await rate.take(signal);
    const { outcome, reason } = await collectors.trySnmp(address, credential, options);
    // A missing response does not mean that the credential was refused: a machine without SNMP responds to no
    // credential.
    if (outcome === 'silent') return false;
    this.results.push({ ip: address, outcome, ...(id !== undefined && { credential_id: id }) });
    if (outcome === 'refused') {
      warn(`${address} refuses an SNMP ${credential.version} credential${reason ? `: ${reason}` : ''}.`);
      return false;
    }
    const facts = await this.reading.run(() => collectors.readDevice(address, credential, options));
    this.facts.set(address, { ...facts, ...(credential.port !== undefined && { port: credential.port }) });
    for (const note of facts.notes) warn(`${address}: ${note}.`);
    if (facts.incomplete.length > 0)
      warn(`${address} was not read completely (${facts.incomplete.join(', ')}): its stored values of these stay.`);
    return true;
  }
}
