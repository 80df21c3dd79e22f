// Explains each cause of warnings of a run, and how to remove it.
import type { RunWarningCode } from '../../../generated/discovery-page-operations';

export interface Cause {
  readonly title: string;
  /** Advice on how to remove the cause; null if only the texts of the warnings give advice. */
  readonly remedy: string | null;
}

export const causes: Readonly<Record<RunWarningCode, Cause>> = {
  DaemonNotConfirmed: {
    title: 'The daemon is not confirmed, so it got no credentials',
    remedy: 'Confirm it under Daemons if you know who started it, then start the run again.',
  },
  DaemonWithoutTls: {
    title: 'The daemon calls without TLS, so it got no credentials',
    remedy:
      'Let it call an https address of Netloom. INSECURE_CREDENTIALS=on allows plain HTTP where nobody can listen.',
  },
  CredentialsNotDecryptable: {
    title: 'Stored credentials cannot be decrypted',
    remedy: 'Enter their secrets again under Credentials, or give the service the former key in SECRETS_KEY.',
  },
  DaemonTooOldForCredentials: {
    title: 'The daemon is too old for some credentials',
    remedy: 'Install the present version of the daemon on its machine.',
  },
  NeighborNotScanned: {
    title: 'Neighbours that were not scanned themselves',
    remedy:
      'Devices report them, and no scan reached them. Add their subnet to a job, or enter an SNMP credential that they accept.',
  },
  CredentialRefused: {
    title: 'A device refused a credential',
    remedy:
      'Check user, protocols and keys of the credential, and which of them the device knows. Assign the right one to the device in the inventory.',
  },
  CredentialNotUsable: {
    title: 'A credential that the agent cannot use',
    remedy: 'Enter its settings and secrets again under Credentials, as texts and not as paths of files.',
  },
  CredentialWithoutHost: {
    title: 'A default credential that needs a host',
    remedy: 'Assign the credential to the hosts that it opens. Only credentials of SNMP are tried at all addresses.',
  },
  SourceNotRead: {
    title: 'A source that was not read, or only partly',
    remedy: 'Check the address, port and rights of its credential, and the fingerprint of its certificate.',
  },
  AmbiguousMachines: {
    title: 'Machines that a source lists several times, or with the same address',
    remedy: 'Look whether one was cloned with its MAC address or its serial number, and give it one of its own.',
  },
  NoNeighborTable: {
    title: 'Devices without a table of neighbours',
    remedy: 'Switch on LLDP (or CDP) at these devices: their cables cannot be drawn from it before.',
  },
  NeighborOnUnknownPort: {
    title: 'A device names its neighbours on ports that it does not list',
    remedy:
      'Scan the device again. If it repeats, its firmware numbers ports differently in its tables: update it, or confirm these cables by hand.',
  },
  UnknownPort: {
    title: 'A device reports ports that it does not list',
    remedy: 'Scan the device again. If it repeats, update its firmware: rows of these ports cannot be placed.',
  },
  VlanContextUnanswered: {
    title: 'A switch has a context for each VLAN, which was not answered',
    remedy:
      'Allow the credential to read the VLAN contexts: community@VLAN with SNMPv2c, a context match of the group with SNMPv3.',
  },
  DeviceStoppedAnswering: {
    title: 'A device stopped answering while it was read',
    remedy: 'Scan it again when it is less busy. If it repeats, lower the rate of the agent (--rate).',
  },
  DeviceReadPartly: {
    title: 'A device was not read to the end',
    remedy: 'Scan it again. What is stored of the named tables stays until then.',
  },
  TooManyRows: {
    title: 'A device has more rows than are kept',
    remedy: 'Nothing to do: the others are stored. Of routes, those that BGP has learned are left out first.',
  },
  UnassignableRows: {
    title: 'A device sends rows that cannot be assigned',
    remedy: 'Nothing to do for the others, which are stored. An update of its firmware may help.',
  },
  AddressesNotAllowed: {
    title: 'Addresses that the owner of the daemon has not allowed',
    remedy: 'Start the daemon with --allow and these ranges, or take them out of the job.',
  },
  SubnetNotStored: {
    title: 'The job is limited to subnets that were deleted',
    remedy: 'Choose the subnets of the job again.',
  },
  RangeTooLarge: {
    title: 'A range with too many addresses',
    remedy: 'Name smaller ranges with --allow, or make a job for each part of it.',
  },
  ContainersUnreadable: {
    title: 'Containers could not be read',
    remedy: 'Run the daemon as root or as a member of the group that owns the socket of Docker or Podman.',
  },
  VirtualAddressRemoved: {
    title: 'Hosts that were virtual addresses of routers',
    remedy: 'Nothing to do: the routers of the group have the address.',
  },
  FindingsNotStored: {
    title: 'Findings that were not stored',
    remedy: 'The text says which value is wrong. Please report it with the version of the daemon.',
  },
  Other: { title: 'Other warnings', remedy: null },
};
