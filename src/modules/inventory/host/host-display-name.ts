// What to call a host that has no name: the best of what is known of it.
interface NamedHost {
  name: string;
  hostname: string | null;
  sysName: string | null;
  chassisId: string | null;
  ipAddresses: { ipAddress: string; lastSeenAt: Date }[];
}

/** The first non-empty of name, hostname, sysName, chassisId and latest seen address; of addresses seen at once, the first. */
export function hostDisplayName({ name, hostname, sysName, chassisId, ipAddresses }: NamedHost): string {
  const latest = () =>
    ipAddresses.reduce<NamedHost['ipAddresses'][number] | undefined>(
      (best, one) => (best && best.lastSeenAt >= one.lastSeenAt ? best : one),
      undefined,
    )?.ipAddress;
  return name || hostname || sysName || chassisId || latest() || '';
}
