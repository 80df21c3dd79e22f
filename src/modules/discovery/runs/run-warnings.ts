// The causes of warnings of discovery runs: a closed list of codes. Agents and the service write warnings as texts.
// Only this file finds the cause of a text.

interface Cause {
  /** Description of the cause for the GraphQL schema. */
  readonly description: string;
  /**
   * A warning has the cause if all patterns match its text. No pattern contains `.*`, so matching takes linear time
   * even for a text that a hostile agent has chosen.
   */
  readonly patterns: readonly RegExp[];
}

const withheld = /^Credentials withheld: /;
/** Matches the beginning of an agent's warning about a device: the address of the device. */
const device = /^\S+: /;

const causes = {
  DaemonNotConfirmed: {
    description: 'The daemon is neither provisioned nor confirmed, so it got no credentials.',
    patterns: [/^Credentials withheld: the daemon is neither provisioned nor confirmed/],
  },
  DaemonWithoutTls: {
    description: 'The daemon calls without TLS from another machine, so it got no credentials.',
    patterns: [withheld, /plain HTTP/],
  },
  CredentialsNotDecryptable: {
    description: 'No key of the service decrypts some stored credentials.',
    patterns: [/^Credentials withheld: no key in SECRETS_KEY/],
  },
  DaemonTooOldForCredentials: {
    description: 'The version of the daemon does not read some kinds of credentials.',
    patterns: [/^Credentials withheld: this version of the daemon/],
  },
  NeighborNotScanned: {
    description: 'A device reports a neighbor that no scan has reached; it was added as an inferred host.',
    patterns: [/^\S+ neighbour "/],
  },
  CredentialRefused: {
    description: 'A device answered and refused a credential.',
    patterns: [/^\S+ refuses an SNMP v?\S+ credential/],
  },
  CredentialNotUsable: {
    description: 'The agent cannot read the settings or secrets of a credential.',
    patterns: [/^The credential of \S+ for \S+ is not usable/],
  },
  CredentialWithoutHost: {
    description: 'A default credential of a source is not tried at all addresses; it needs the hosts that it opens.',
    patterns: [/^A default credential of \S+ is not tried/],
  },
  SourceNotRead: {
    description: 'A source other than SNMP, such as Proxmox VE or a program, was not read, or only partly.',
    patterns: [/^Source \S+/],
  },
  AmbiguousMachines: {
    description: 'A source lists a machine several times, or several machines with the same address.',
    patterns: [/^(Several machines of the source|The source \S+ lists) /],
  },
  NoNeighborTable: {
    description: 'Devices have no table of neighbors (LLDP or CDP).',
    patterns: [/^\d+ devices have no neighbor table/],
  },
  NeighborOnUnknownPort: {
    description: 'A device names neighbors on ports that it does not list.',
    patterns: [device, / neighbours are on ports that are no known interface/],
  },
  UnknownPort: {
    description: 'A device reports ports that it does not list.',
    patterns: [
      device,
      / are on bridge ports that dot1dBasePortTable does not map| ports( or aggregates)? are no known interface/,
    ],
  },
  VlanContextUnanswered: {
    description: 'A switch has an SNMP context for each VLAN, and some were not answered.',
    patterns: [device, /VLAN('s| \d+) /, /community or context|own, which is not answered|none answered/],
  },
  DeviceStoppedAnswering: {
    description: 'A device stopped answering while it was read, or took too long.',
    patterns: [/^\S+: it stopped answering, or took too long/],
  },
  DeviceReadPartly: {
    description: 'Tables of a device were not read to the end.',
    patterns: [/^\S+( was not read completely|: )/, / was not read completely| could not be read to the end/],
  },
  TooManyRows: {
    description: 'A device has more rows of a kind than are stored.',
    patterns: [
      /^\S+: |^The \d+ wireless clients of host /,
      /routes, of which |routes were left out|clients: | do not fit /,
      /left out|of which/,
    ],
  },
  UnassignableRows: {
    description: 'A device sends rows that cannot be assigned to a port or an address.',
    patterns: [
      device,
      /rows |clients are there more than once|below several aggregates/,
      /have (no|neither|a mask)|clients are there more than once|below several aggregates/,
    ],
  },
  AddressesNotAllowed: {
    description: "The agent's owner has not allowed some of the addresses.",
    patterns: [/^Not scanned, because the agent's owner has not allowed it/],
  },
  SubnetNotStored: {
    description: 'The job is limited to subnets that are no longer stored.',
    patterns: [/^Not scanned, because the inventory lacks them: /],
  },
  RangeTooLarge: {
    description: 'A range has more addresses than one run sweeps.',
    patterns: [/^Not scanned: a range of /],
  },
  ContainersUnreadable: {
    description: "The containers on the daemon's machine could not be read.",
    patterns: [/^Cannot read the containers/],
  },
  VirtualAddressRemoved: {
    description: 'A host was removed, because its only address is the virtual address of a group of routers.',
    patterns: [/^A host known by /, / was removed: it is a virtual address/],
  },
  FindingsNotStored: {
    description: 'The service refused findings of the daemon, or the daemon could not report them.',
    patterns: [/^The machine | (was|were) refused by the server: | cannot be reported: /],
  },
  Other: { description: 'Another cause; the text says which.', patterns: [] },
} as const satisfies Record<string, Cause>;

export type RunWarningCode = keyof typeof causes;

/** The codes of causes with their descriptions, in the order in which groups of warnings are listed. */
export const runWarningCodes = Object.fromEntries(
  Object.entries<Cause>(causes).map(([code, { description }]) => [code, { description }]),
) as Readonly<Record<RunWarningCode, { readonly description: string }>>;

/** Number of characters at the beginning of a warning that are examined. Agents may send up to 10,000 characters. */
const readCharacters = 1_000;

/** Returns the code of a warning's cause. If several causes match, returns the first cause in the list. */
export function codeOfWarning(text: string): RunWarningCode {
  const beginning = text.slice(0, readCharacters);
  for (const [code, { patterns }] of Object.entries<Cause>(causes))
    if (patterns.every((pattern) => pattern.test(beginning))) return code as RunWarningCode;
  return 'Other';
}

export interface RunWarningGroup {
  readonly code: RunWarningCode;
  /** The texts of warnings with this cause, without duplicates. */
  readonly texts: readonly string[];
}

/** Groups warnings by cause, in the order of the codes. */
export function groupRunWarnings(warnings: readonly string[]): RunWarningGroup[] {
  const groups = new Map<RunWarningCode, Set<string>>();
  for (const warning of warnings) {
    const code = codeOfWarning(warning);
    groups.set(code, (groups.get(code) ?? new Set()).add(warning));
  }
  return (Object.keys(causes) as RunWarningCode[]).flatMap((code) => {
    const texts = groups.get(code);
    return texts ? [{ code, texts: [...texts] }] : [];
  });
}

/**
 * Returns the warnings in the record of a run that has ended. Old records have no warnings, or values that are no
 * texts.
 */
export function warningsOfResults(results: unknown): string[] {
  const { warnings } = (typeof results === 'object' && results !== null ? results : {}) as { warnings?: unknown };
  return Array.isArray(warnings) ? warnings.filter((one): one is string => typeof one === 'string' && one !== '') : [];
}
