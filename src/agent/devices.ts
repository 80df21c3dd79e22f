// The devices of a session that answer SNMP: which credential opens which, and everything that they say.
import { type Credentials, type Candidate } from './credentials';
import { forEachOf, Pool, type Rate } from './scan/limits';
import { contains, rangeOf, type AddressRange } from './scope/ranges';
import type { Scope } from './scope/scope';
import type { DeviceFacts, readDevice, trySnmp } from './snmp';

export interface CredentialResult {
  readonly ip: string;
  readonly credential_id?: string;
  readonly outcome: 'opened' | 'refused';
}

export interface DeviceOptions {
  readonly credentials: Credentials;
  readonly scope: Scope;
  /** CIDRs of the network: the server's credentials are tried there and nowhere else. */
  readonly networkSubnets: readonly string[];
  readonly snmpPort?: number;
  readonly rate: Rate;
  readonly signal: AbortSignal;
  readonly warn: (text: string) => void;
  readonly collectors: { readonly trySnmp: typeof trySnmp; readonly readDevice: typeof readDevice };
}

const atOnce = 32;
/** Tables of large devices take megabytes while they are read. */
const readAtOnce = 16;

const mostShown = 20;

export class Devices {
  /** By the address that was asked. */
  readonly facts = new Map<string, DeviceFacts>();
  readonly results: CredentialResult[] = [];
  private readonly network: readonly AddressRange[];
  private readonly reading = new Pool(readAtOnce);

  constructor(private readonly options: DeviceOptions) {
    this.network = options.networkSubnets.flatMap((cidr) => rangeOf(cidr) ?? []);
  }

  /** `step` is called for each address that has been asked. */
  async ask(addresses: readonly string[], step: () => void): Promise<void> {
    const { credentials, signal } = this.options;
    if (credentials.isEmpty) return;
    await forEachOf(addresses, atOnce, async (address) => {
      for (const candidate of this.candidates(address)) {
        if (signal.aborted) return;
        if (await this.opens(address, candidate)) break;
      }
      step();
    });
  }

  /** Says which devices tell of no neighbours because they have no table of them; to be called once all were asked. */
  tellWithoutNeighborTable(): void {
    const without = [...this.facts].filter(
      ([, { hasNeighborTable, incomplete }]) =>
        !hasNeighborTable && !incomplete.includes('lldp') && !incomplete.includes('cdp'),
    );
    if (without.length === 0) return;
    const addresses = without.map(([address]) => address);
    const shown = [...addresses.slice(0, mostShown), ...(addresses.length > mostShown ? ['…'] : [])].join(', ');
    this.options.warn(
      `No table of neighbours (LLDP, CDP or the maker's own) in ${addresses.length} devices that were read: ${shown}.`,
    );
  }

  private candidates(address: string): readonly Candidate[] {
    const { credentials, scope } = this.options;
    if (!scope.allows(address)) return [];
    const isOfNetwork = this.network.some((range) => contains(range, address));
    return credentials.for(address).filter(({ isOwn }) => isOwn || isOfNetwork);
  }

  private async opens(address: string, { credential, id }: Candidate): Promise<boolean> {
    const { rate, signal, collectors, warn, snmpPort } = this.options;
    const port = credential.port ?? snmpPort;
    const options = { signal, ...(port !== undefined && { port }) };
    await rate.take(signal);
    const { outcome, reason } = await collectors.trySnmp(address, credential, options);
    // Silence says nothing of a credential: a machine without SNMP answers none.
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
      warn(`${address} was not read to the end (${facts.incomplete.join(', ')}): what is stored of that stays.`);
    return true;
  }
}
