// Applies the limits of a host's lists, such as its ports, to a report: stored parts stay, and new parts are added
// until the list is full.
import { listLimits } from '../../../../data/tenancy/list-limits';
import { matchStored } from '../../shared/host-children';
import { parts, type Part, type Row } from '../../shared/part-matching';
import type { CheckedReport } from './host-report.fields';
import type { ReportHost } from './host-report.input';

const limitedLists = ['ipAddresses', 'ports', 'interfaces'] as const;
type Stored = Readonly<Record<(typeof limitedLists)[number], readonly Row[]>>;

/**
 * Returns the report without parts that exceed the limits, and without references to these parts. Returns `input`
 * itself if no part exceeds a limit.
 */
export function fittingReport(input: ReportHost, report: CheckedReport, storedParts: Stored): ReportHost {
  const excess = limitedLists.map(
    (list) => [list, tooMany(parts[list], report[list] as Row[], storedParts[list])] as const,
  );
  if (excess.every(([, indexes]) => indexes.size === 0)) return input;
  const droppedIds = new Set(
    excess.flatMap(([list, indexes]) =>
      (input[list] ?? []).flatMap(({ id }, at) => (id && indexes.has(at) ? [id] : [])),
    ),
  );
  const lists = Object.fromEntries(
    excess.map(([list, indexes]) => [
      list,
      (input[list] as Row[] | null | undefined)?.filter((_row, at) => !indexes.has(at)),
    ]),
  ) as Pick<ReportHost, (typeof limitedLists)[number]>;
  const isGone = (id: string | null | undefined): boolean => id != null && droppedIds.has(id);
  return {
    ...input,
    ...lists,
    interfaces: lists.interfaces?.map((one) => (isGone(one.ipAddressId) ? { ...one, ipAddressId: undefined } : one)),
    services: input.services?.map((service) => ({
      ...service,
      bindings: service.bindings?.filter(({ ipAddressId, portId }) => !isGone(ipAddressId) && !isGone(portId)),
    })),
  };
}

/** Returns the indexes in `rows` of those new parts of a host that would exceed the limit for parts of their kind. */
function tooMany(part: Part, rows: readonly Row[], storedRows: readonly Row[]): ReadonlySet<number> {
  const max = listLimits[part.list];
  if (storedRows.length + rows.length <= max) return new Set();
  let room = max - storedRows.length;
  const { matches } = matchStored(part, rows, storedRows);
  return new Set(matches.flatMap((one, at) => (one.storedRow || room-- > 0 ? [] : [at])));
}
