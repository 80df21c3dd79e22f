// An operand for conditions on times that differ by network: the start of the window in which a row counts as seen.

/** `{ lastSeenAt: { lt: window } }`: earlier than `now` less the hours that the row's network sets, or else `defaultHours`. */
export class NetworkWindow {
  constructor(
    readonly now: Date,
    readonly defaultHours: number,
  ) {}
}
