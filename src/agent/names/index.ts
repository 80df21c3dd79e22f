// Names of addresses: what reverse DNS, mDNS and NetBIOS say.
export interface FoundName {
  name: string;
  source: 'ReverseDns' | 'Mdns' | 'NetBios';
}
export interface NameOptions {
  signal: AbortSignal;
  /** The system's by default. */
  dnsServers?: string[];
  /** How long each source may take for an address; 1,500 by default. */
  perAddressMs?: number;
}
export declare function findNames(
  addresses: readonly string[],
  options: NameOptions,
): Promise<Map<string, FoundName[]>>;
