// Joins the periods in which a machine was seen at ports into stays.

/**
 * A period in which a port had learned a MAC address. Ports on the path to another device that had learned it are
 * excluded.
 */
export interface LearnedPeriod {
  readonly interfaceId: string;
  /** The port's name at that time. */
  readonly interfaceName: string;
  /** The device that the port belonged to. */
  readonly hostId: string;
  readonly macAddress: string;
  readonly from: Date;
  /** Null if the period has not ended. */
  readonly until: Date | null;
}

/** A MAC address that a machine used to have. */
export interface FormerMac {
  readonly macAddress: string;
  readonly from: Date;
  readonly until: Date;
}

/**
 * A stay of a machine at a port. If the forwarding table lacks the machine's address for a while, the stay does not
 * end.
 */
export type Stay = LearnedPeriod;

/** The part of a period in which the machine had the MAC address; undefined if there is none. */
function clip(period: LearnedPeriod, former: FormerMac | undefined): LearnedPeriod | undefined {
  if (!former) return period;
  const from = period.from > former.from ? period.from : former.from;
  const until = period.until !== null && period.until < former.until ? period.until : former.until;
  return from < until ? { ...period, from, until } : undefined;
}

const laterOf = (one: Date | null, other: Date | null): Date | null =>
  one === null || other === null ? null : one > other ? one : other;

/**
 * The stays of one MAC address. Periods at the same port become one stay if there is no period at another port between
 * them.
 */
function joined(periods: readonly LearnedPeriod[]): Stay[] {
  const stays: Stay[] = [];
  for (const period of periods) {
    const last = stays.at(-1);
    if (last?.interfaceId === period.interfaceId)
      stays[stays.length - 1] = { ...period, from: last.from, until: laterOf(last.until, period.until) };
    else stays.push(period);
  }
  return stays;
}

const timeOf = ({ until }: Stay): number => until?.getTime() ?? Infinity;
const byEnd = (one: Stay, other: Stay): number =>
  (timeOf(other) === timeOf(one) ? 0 : timeOf(other) - timeOf(one)) ||
  other.from.getTime() - one.from.getTime() ||
  (one.interfaceId < other.interfaceId ? -1 : one.interfaceId > other.interfaceId ? 1 : 0) ||
  (one.macAddress < other.macAddress ? -1 : 1);

/**
 * The stays before the present one, latest first. `periods` are ordered by their beginning. `presentPortIds` are the
 * ports at which the machine is now, and those on the path to it.
 */
export function earlierStays(
  periods: readonly LearnedPeriod[],
  formerMacs: readonly FormerMac[],
  presentPortIds: ReadonlySet<string>,
): Stay[] {
  const formerByMac = new Map(formerMacs.map((one) => [one.macAddress, one]));
  const clipped = periods.flatMap((period) => clip(period, formerByMac.get(period.macAddress)) ?? []);
  return [...Map.groupBy(clipped, ({ macAddress }) => macAddress).values()]
    .flatMap((ofMac) => {
      const stays = joined(ofMac);
      const isPresent = ({ interfaceId, until }: Stay, index: number) =>
        presentPortIds.has(interfaceId) && (until === null || index === stays.length - 1);
      return stays.filter((stay, index) => !isPresent(stay, index));
    })
    .sort(byEnd);
}
