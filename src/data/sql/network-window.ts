// An operand for conditions on times that differ by network: the start of the window in which a row counts as seen.

/**
 * An operand such as `{ lastSeenAt: { lt: window } }`: `now` minus the number of hours that the row's network sets, or
 * minus `defaultHours`.
 */
export class NetworkWindow {
  constructor(
    readonly now: Date,
    readonly defaultHours: number,
  ) {}
}
