// Rows of an import plan. A row is the effect of one entry of the file on one host, subnet or VLAN.
import type { ImportedEntry } from '../formats/imported-entries';
import type { Difference, Judged } from './differences';

const longestName = 255;

/** The effect of an entry of the file on one host, subnet or VLAN. */
export interface PlannedRow {
  readonly line: number;
  readonly kind: 'Host' | 'Interface' | 'Subnet' | 'Vlan' | 'Entry';
  readonly action: 'Create' | 'Change' | 'Match' | 'Refuse';
  readonly name: string;
  readonly entityId: string | null;
  readonly entityUpdatedAt: Date | null;
  /**
   * Names of the changed fields. In a refused row, names of the fields whose stored value differs from the value in the
   * file.
   */
  readonly fields: readonly string[];
  readonly differences: readonly Difference[];
  /** Line of an earlier entry of the file for the same host, subnet or VLAN; null if there is no such entry. */
  readonly sameAsLine: number | null;
  /**
   * Code of the reason why the entry was refused, or of a side effect on a host that the entry does not describe; null
   * if neither.
   */
  readonly code: string | null;
  readonly reason: string | null;
  /** The entry of the file; null in rows for side effects of an entry on other objects. */
  readonly entry: ImportedEntry | null;
}

/** Texts for users of why an entry was refused, by code. */
const refusals = {
  no_identity: 'it has neither an address nor a MAC address, a chassis id or a name',
  ambiguous_name: 'several hosts of the network have this name',
  ambiguous_address: 'several namespaces of the network have this address: give the one that is meant',
  host_repeated: 'the file has 1,000 entries of this host already, as where a router answers for others (proxy ARP)',
  container_bridge: 'a container bridge belongs to its runtime, which the file does not name',
  value_kept: 'what the network has counts more than what the file says: see the differences',
  file_contradicts: 'an earlier entry of the file is of the same and says otherwise; the first one counts',
} as const;
/**
 * Side effects of an entry on hosts that it does not describe. `unclear_identity`: another host may be the same
 * machine.
 */
export type Consequence = 'address_moved' | 'host_merged' | 'unclear_identity';
export type Refusal = keyof typeof refusals;

interface Planned {
  readonly kind: PlannedRow['kind'];
  readonly name: string;
  /** Whether the host, subnet or VLAN of the row is stored already, or an earlier entry of the file creates it. */
  readonly isKnown: boolean;
  readonly storedRow?: { readonly id: string; readonly updatedAt: Date } | undefined;
  readonly judged?: Judged;
  readonly sameAsLine?: number | undefined;
  readonly unclear?: string | undefined;
}

/**
 * Returns the row of the plan for an entry. Without `entry`, the row is for an object that is not in the file but
 * needed, such as the subnet of an IP address.
 */
export function toPlanRow(
  line: number,
  { kind, name, isKnown, storedRow, judged, sameAsLine, unclear }: Planned,
  entry: ImportedEntry | null = null,
): PlannedRow {
  const knownRow = isKnown ? judged : undefined;
  const { differences = [] } = knownRow ?? {};
  const fields = [...(knownRow?.fields ?? []), ...(isKnown && unclear !== undefined ? ['identitySuggestions'] : [])];
  const keptReasons = differences.flatMap((one) => one.kept ?? []);
  const isKept = fields.length === 0 && keptReasons.length > 0;
  const refusal = isKept ? (keptReasons.find((one) => one === 'file_contradicts') ?? keptReasons[0]!) : null;
  const code = refusal ?? (unclear === undefined ? null : ('unclear_identity' satisfies Consequence));
  const action = !isKnown ? 'Create' : isKept ? 'Refuse' : fields.length > 0 ? 'Change' : 'Match';
  return {
    ...{ line, kind, action, name, differences, entry, code, reason: refusal ? refusals[refusal] : (unclear ?? null) },
    ...{ entityId: storedRow?.id ?? null, entityUpdatedAt: storedRow?.updatedAt ?? null },
    fields: isKept ? [...new Set(differences.map(({ field }) => field))] : fields,
    sameAsLine: sameAsLine ?? null,
  };
}

/** Returns the row for the effect of an entry on a host that the entry does not describe. */
export function changedRow(
  line: number,
  { id, updatedAt }: { id: string; updatedAt: Date },
  change: { code: Consequence; name: string; reason: string; differences: readonly Difference[] },
): PlannedRow {
  return {
    ...{ line, kind: 'Host', action: 'Change', ...change, name: change.name.slice(0, longestName) },
    ...{ entityId: id, entityUpdatedAt: updatedAt, sameAsLine: null, entry: null },
    fields: [...new Set(change.differences.map(({ field }) => field))],
  };
}

export function refusedRow(
  { line }: { readonly line: number },
  kind: PlannedRow['kind'],
  name: string,
  code: string,
  entry: ImportedEntry | null,
): PlannedRow {
  const reason = refusals[code as keyof typeof refusals] ?? null;
  const emptyColumns = { entityId: null, entityUpdatedAt: null, fields: [], differences: [], sameAsLine: null };
  return { line, kind, action: 'Refuse', name: name.slice(0, longestName), ...emptyColumns, code, reason, entry };
}
