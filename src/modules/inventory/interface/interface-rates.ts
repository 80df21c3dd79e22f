// Rates of a port from two readings of its counters. Pure; where a restart or a wrap cannot be ruled out there is none.

/** In the form that the database keeps: counters as decimal text, ticks of 10 ms since the device started. */
export interface CounterReading {
  readonly inOctets?: string;
  readonly outOctets?: string;
  readonly inErrors?: string;
  readonly outErrors?: string;
  readonly inDiscards?: string;
  readonly outDiscards?: string;
  /** Power that the device at the port draws, in mW. */
  readonly poeMilliwatts?: number;
  /** Width of the counters of octets: 32 or 64. */
  readonly octetBits?: number;
  /** sysUpTime at the reading. */
  readonly upTimeTicks?: string;
  /** ifCounterDiscontinuityTime. */
  readonly discontinuityTicks?: string;
}
export const counterNames = ['inOctets', 'outOctets', 'inErrors', 'outErrors', 'inDiscards', 'outDiscards'] as const;
export type CounterName = (typeof counterNames)[number];

interface Timed {
  readonly readAt: Date;
  readonly reading: CounterReading;
}
/** Per second. */
export type Rates = Readonly<Record<CounterName, number | null>>;

/** How far the time between two reports may differ from that between the readings: of a long scan, and of reports that waited. */
const toleranceSeconds = 600;

/**
 * Seconds between two readings of a device that has not restarted between them; undefined where it may have. One that had run
 * for less than the tolerance may have restarted without showing it.
 */
export function elapsedSeconds(previous: Timed, latest: Timed): number | undefined {
  const [before, after] = [previous, latest].map(({ reading }) => secondsOf(reading.upTimeTicks));
  if (before === undefined || after === undefined || after <= before || before < toleranceSeconds) return undefined;
  const between = (latest.readAt.getTime() - previous.readAt.getTime()) / 1000;
  return Math.abs(after - before - between) > toleranceSeconds ? undefined : after - before;
}

const secondsOf = (ticks: string | undefined): number | undefined =>
  ticks === undefined ? undefined : Number(ticks) / 100;

/** Null where there is no rate at all. `speedBps` bounds how fast counters of 32 bits can come round. */
export function computeRates(previous: Timed | undefined, latest: Timed, speedBps: bigint | null): Rates | null {
  if (!previous) return null;
  const seconds = elapsedSeconds(previous, latest);
  if (seconds === undefined) return null;
  if ((previous.reading.discontinuityTicks ?? '0') !== (latest.reading.discontinuityTicks ?? '0')) return null;
  if (previous.reading.octetBits !== latest.reading.octetBits) return null;
  const isLongEnough = latest.reading.octetBits === 64 || mayNotComeRound(seconds, speedBps);
  const rates = counterNames.map((name) => {
    const isOctets = name === 'inOctets' || name === 'outOctets';
    return [name, isOctets && !isLongEnough ? null : rateOf(previous.reading[name], latest.reading[name], seconds)];
  });
  return Object.fromEntries(rates) as Rates;
}

/** A counter that is lower than before has come round, or began anew. */
function rateOf(before: string | undefined, after: string | undefined, seconds: number): number | null {
  if (before === undefined || after === undefined) return null;
  const difference = BigInt(after) - BigInt(before);
  return difference < 0n ? null : Number(difference) / seconds;
}

/** Whether a counter of 32 bits cannot pass all its values in that time. */
const mayNotComeRound = (seconds: number, speedBps: bigint | null): boolean =>
  speedBps !== null && speedBps > 0n && (Number(speedBps) / 8) * seconds < 2 ** 32;
