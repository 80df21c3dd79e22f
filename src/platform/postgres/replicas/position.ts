// A position in PostgreSQL's log (WAL). Positions of one timeline are in the order of its commits; a promotion begins a
// new timeline.

export interface LogPosition {
  readonly timeline: number;
  /** Byte position in the log. */
  readonly lsn: bigint;
}

const form = /^(\d{1,10})-([0-9A-F]{1,8})\/([0-9A-F]{1,8})$/i;

/** Reads a position such as `3-0/5A2B3C8`: timeline, hyphen, LSN. Undefined for any other text. */
export function parsePosition(text: string): LogPosition | undefined {
  const [, timeline, high, low] = form.exec(text) ?? [];
  if (timeline === undefined) return undefined;
  return { timeline: Number(timeline), lsn: (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`) };
}

/** The text of a position, which `parsePosition` reads. */
export function positionText({ timeline, lsn }: LogPosition): string {
  const hex = (part: bigint) => part.toString(16).toUpperCase();
  return `${timeline}-${hex(lsn >> 32n)}/${hex(lsn & 0xffff_ffffn)}`;
}
