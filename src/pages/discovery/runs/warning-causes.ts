// The meaning of each warning of a run, and what to do about it. Warnings of the server and the agent are plain texts,
// so their causes are recognized by text. Any other warning is shown unchanged.

export interface Cause {
  readonly title: string;
  readonly remedy: string;
  readonly pattern: RegExp;
}

/** The known causes. The first one that matches a warning counts. */
export const causes: readonly Cause[] = [
  {
    pattern: /^Credentials withheld: the daemon is neither provisioned nor confirmed/,
    title: 'The daemon is not confirmed, so it got no credentials',
    remedy: 'Confirm it under Daemons if you know who started it, then start the run again.',
  },
  {
    pattern: /^Credentials withheld: .*plain HTTP/,
    title: 'The daemon calls without TLS, so it got no credentials',
    remedy:
      'Let it call an https address of Netloom. INSECURE_CREDENTIALS=on allows plain HTTP where nobody can listen.',
  },
  {
    pattern: /^Credentials withheld: no key in SECRETS_KEY/,
    title: 'Stored credentials cannot be decrypted',
    remedy: 'Enter their secrets again under Credentials, or give the service the former key in SECRETS_KEY.',
  },
  {
    pattern: /^Credentials withheld: this version of the daemon/,
    title: 'The daemon is too old for some credentials',
    remedy: 'Install the present version of the daemon on its machine.',
  },
  {
    pattern: /^\S+ neighbour ".*" of port ".*" of host ".*" is none of the hosts known/s,
    title: 'Neighbours that were not scanned themselves',
    remedy:
      'Devices report them, and no scan reached them. Add their subnet to a job, or enter an SNMP credential that they accept.',
  },
  {
    pattern: /^\S+ refuses an SNMP .* credential/,
    title: 'A device refused a credential',
    remedy:
      'Check user, protocols and keys of the credential, and which of them the device knows. Assign the right one to the device in the inventory.',
  },
  {
    pattern: /^\d+ devices have no neighbor table/,
    title: 'Devices without a table of neighbours',
    remedy: 'Switch on LLDP (or CDP) at these devices: their cables cannot be drawn from it before.',
  },
  {
    pattern: /^\S+: .* neighbours are on ports that are no known interface/,
    title: 'A device names its neighbours on ports that it does not list',
    remedy:
      'Scan the device again. If it repeats, its firmware numbers ports differently in its tables: update it, or confirm these cables by hand.',
  },
  {
    pattern:
      /^\S+: .* (are on bridge ports that dot1dBasePortTable does not map|ports( or aggregates)? are no known interface)/,
    title: 'A device reports ports that it does not list',
    remedy: 'Scan the device again. If it repeats, update its firmware: rows of these ports cannot be placed.',
  },
  {
    pattern: /^\S+: .*VLAN('s| \d+) .*(community or context|own, which is not answered|none answered)/,
    title: 'A switch has a context for each VLAN, which was not answered',
    remedy:
      'Allow the credential to read the VLAN contexts: community@VLAN with SNMPv2c, a context match of the group with SNMPv3.',
  },
  {
    pattern: /^\S+: it stopped answering, or took too long/,
    title: 'A device stopped answering while it was read',
    remedy: 'Scan it again when it is less busy. If it repeats, lower the rate of the agent (--rate).',
  },
  {
    pattern: /^\S+( was not read completely|: .* could not be read to the end)/,
    title: 'A device was not read to the end',
    remedy: 'Scan it again. What is stored of the named tables stays until then.',
  },
  {
    pattern:
      /^\S+: .*(routes(, of which| were left out)|clients: .* are left out)|^The \d+ wireless clients of host .* do not fit/,
    title: 'A device has more rows than are kept',
    remedy: 'Nothing to do: the others are stored. Of routes, those that BGP has learned are left out first.',
  },
  {
    pattern: /^\S+: .*(rows .*have (no|neither|a mask)|clients are there more than once|below several aggregates)/,
    title: 'A device sends rows that cannot be assigned',
    remedy: 'Nothing to do for the others, which are stored. An update of its firmware may help.',
  },
  {
    pattern: /^Not scanned, because the agent's owner has not allowed it/,
    title: 'Addresses that the owner of the daemon has not allowed',
    remedy: 'Start the daemon with --allow and these ranges, or take them out of the job.',
  },
  {
    pattern: /^Not scanned: a range of .* one run sweeps at most/,
    title: 'A range with too many addresses',
    remedy: 'Name smaller ranges with --allow, or make a job for each part of it.',
  },
  {
    pattern: /^Cannot read the containers/,
    title: 'Containers could not be read',
    remedy: 'Run the daemon as root or as a member of the group that owns the socket of Docker or Podman.',
  },
  {
    pattern: /^A host known by .* was removed: it is a virtual address/,
    title: 'Hosts that were virtual addresses of routers',
    remedy: 'Nothing to do: the routers of the group have the address.',
  },
  {
    pattern: / (was|were) refused by the server: | cannot be reported: /,
    title: 'Findings that were not stored',
    remedy: 'The text says which value is wrong. Please report it with the version of the daemon.',
  },
];

export interface WarningGroup {
  /** The known cause of the warnings. Undefined if none is known. */
  readonly cause: Cause | undefined;
  readonly texts: readonly string[];
}

/**
 * Groups warnings by cause, in the order of the causes. Warnings without a known cause come last, and equal texts are
 * listed once.
 */
export function groupWarnings(warnings: readonly string[]): WarningGroup[] {
  const groups = new Map<Cause | undefined, Set<string>>();
  for (const warning of warnings) {
    const cause = causes.find(({ pattern }) => pattern.test(warning));
    groups.set(cause, (groups.get(cause) ?? new Set()).add(warning));
  }
  return [...causes, undefined].flatMap((cause) => {
    const texts = groups.get(cause);
    return texts ? [{ cause, texts: [...texts] }] : [];
  });
}
