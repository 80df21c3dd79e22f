// Reads the record of an ended run. The record is stored with the field names of the daemon protocol.

export interface RunRecord {
  readonly phase: string;
  readonly reason: string | null;
  readonly error: string | null;
  readonly hostsDiscovered: number;
  readonly startedAt: string | null;
  readonly finishedAt: string | null;
  readonly credentialResults: readonly CredentialResult[];
  /** Number of all credential results of the run; `credentialResults` may contain fewer. */
  readonly credentialResultsTotal: number;
}

export interface CredentialResult {
  readonly credentialId: string;
  readonly address: string;
  /** Whether the device accepted the credential; false if the device responded and rejected the credential. */
  readonly isAccepted: boolean;
}

const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);
const numberOf = (value: unknown): number => (typeof value === 'number' && Number.isFinite(value) ? value : 0);
const timeOf = (value: unknown): string | null =>
  typeof value === 'string' && !Number.isNaN(Date.parse(value)) ? value : null;
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/**
 * Converts the stored record of a run. Fields that are missing or have another type get default values, because old
 * records have fewer fields.
 */
export function toRunRecord(results: unknown): RunRecord {
  const record = (typeof results === 'object' && results !== null ? results : {}) as Record<string, unknown>;
  const credentialResults = listOf(record.credential_results).flatMap((entry) => credentialResultOf(entry) ?? []);
  return {
    phase: textOf(record.phase) ?? 'Unknown',
    reason: textOf(record.reason),
    error: textOf(record.error),
    hostsDiscovered: numberOf(record.hosts_discovered),
    startedAt: timeOf(record.started_at),
    finishedAt: timeOf(record.finished_at),
    credentialResults,
    credentialResultsTotal: Math.max(numberOf(record.credential_results_total), credentialResults.length),
  };
}

function credentialResultOf(entry: unknown): CredentialResult | undefined {
  if (typeof entry !== 'object' || entry === null) return undefined;
  const { credential_id: id, ip, outcome } = entry as Record<string, unknown>;
  const [credentialId, address] = [textOf(id), textOf(ip)];
  if (credentialId === null || address === null || (outcome !== 'opened' && outcome !== 'refused')) return undefined;
  return { credentialId, address, isAccepted: outcome === 'opened' };
}

/**
 * The period in which a run's findings were stored, by the server's clock, because the daemon's clock may be wrong. One
 * minute is added at the end for links between devices, which the server resolves after the run. Undefined if the run's
 * duration is unknown.
 */
export function storedPeriod(
  { startedAt, finishedAt }: Pick<RunRecord, 'startedAt' | 'finishedAt'>,
  endedAt: string,
): { readonly from: string; readonly to: string } | undefined {
  if (startedAt === null || finishedAt === null) return undefined;
  const tookMs = Math.max(0, Date.parse(finishedAt) - Date.parse(startedAt));
  const end = Date.parse(endedAt);
  return { from: new Date(end - tookMs).toISOString(), to: new Date(end + 60_000).toISOString() };
}

/** The time between two instants in words, such as `5 min`. */
export function durationWords(from: string, to: string): string {
  const seconds = Math.max(0, Math.round((Date.parse(to) - Date.parse(from)) / 1_000));
  if (seconds < 90) return `${seconds} s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 90) return `${minutes} min`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
