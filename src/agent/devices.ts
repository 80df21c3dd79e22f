// Reads the devices of a session by SNMP: finds a credential that the device accepts, and reads the device's tables.
import { type Credentials, type Candidate } from './credentials';
import { forEachConcurrently, Pool, type Rate } from './sources/scan/limits';
import { contains, parseRange, type AddressRange } from './scope/ranges';
import type { Scope } from './scope/scope';
import type { DeviceFacts, readDevice, trySnmp } from './sources/snmp';

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
 * Number of devices that are read concurrently. The number is lower than that of the addresses at which credentials are
 * tried concurrently, because the tables of a large device take megabytes while they are read.
 */
const readAtOnce = 16;

const maxListedAddresses = 20;

export class Devices {
  /** Facts of each device, by the address at which it was read. */
  readonly facts = new Map<string, DeviceFacts>();
  readonly results: CredentialResult[] = [];
  private readonly network: readonly AddressRange[];
  private readonly reading = new Pool(readAtOnce);

  constructor(private readonly options: DeviceOptions) {
    this.network = options.networkSubnets.flatMap((cidr) => parseRange(cidr) ?? []);
  }

  /**
   * Tries credentials at each address, and reads each device that accepts a credential. Calls `step` after each
   * address.
   */
  async ask(addresses: readonly string[], step: () => void): Promise<void> {
    const { credentials, signal } = this.options;
    if (credentials.isEmpty) return;
    await forEachConcurrently(addresses, atOnce, async (address) => {
      for (const candidate of this.candidates(address)) {
        if (signal.aborted) return;
        if (await this.tryCredential(address, candidate)) break;
      }
      step();
    });
  }

  /** Warns about devices that have no table of LLDP or CDP neighbors. To be called after the last call of `ask`. */
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
    const { rate, signal, collectors, warn, snmpPort } = this.options;
    const port = credential.port ?? snmpPort;
    const options = { signal, ...(port !== undefined && { port }) };
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
