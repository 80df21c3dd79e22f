// Rows of a plan: what becomes of one thing that a file says.
import type { ImportedEntry } from '../formats/imported-entries';

/** A row of the plan. */
export interface PlannedRow {
  readonly line: number;
  readonly kind: 'Host' | 'Interface' | 'Subnet' | 'Vlan' | 'Entry';
  readonly action: 'Create' | 'Change' | 'Match' | 'Refuse';
  readonly name: string;
  readonly entityId: string | null;
  readonly entityUpdatedAt: Date | null;
  readonly fields: readonly string[];
  readonly code: string | null;
  readonly reason: string | null;
  /** On the row that stands for the whole entry. */
  readonly entry: ImportedEntry | null;
}

/** What is not imported, by code, in words for people. */
const refusals = {
  no_identity: 'it has neither an address nor a MAC address, a chassis id or a name',
  ambiguous_name: 'several hosts of the network have this name',
  ambiguous_address: 'several namespaces of the network have this address: give the one that is meant',
  host_repeated: 'the file has 1,000 entries of this host already, as where a router answers for others (proxy ARP)',
  container_bridge: 'a container bridge belongs to its runtime, which the file does not name',
  documented_link: 'a cable that no device has reported is not taken over',
} as const;
export type Refusal = keyof typeof refusals;

export function rowOf(
  entry: ImportedEntry,
  kind: PlannedRow['kind'],
  name: string,
  isKnown: boolean,
  stored: { readonly id: string; readonly updatedAt: Date } | undefined,
  fields: readonly string[],
  isWhole = true,
): PlannedRow {
  const action = !isKnown ? 'Create' : fields.length > 0 ? 'Change' : 'Match';
  return {
    ...{ line: entry.line, kind, action, name },
    ...{ entityId: stored?.id ?? null, entityUpdatedAt: stored?.updatedAt ?? null },
    ...{ fields: isKnown ? fields : [], code: null, reason: null, entry: isWhole ? entry : null },
  };
}

export function refused(
  { line }: { readonly line: number },
  kind: PlannedRow['kind'],
  name: string,
  code: string,
  entry: ImportedEntry | null,
): PlannedRow {
  const reason = refusals[code as keyof typeof refusals] ?? null;
  const nothing = { entityId: null, entityUpdatedAt: null, fields: [] };
  return { line, kind, action: 'Refuse', name: name.slice(0, 255), ...nothing, code, reason, entry };
}
