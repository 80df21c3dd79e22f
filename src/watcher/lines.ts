// Formats events as lines for `npm run watch`: text for people, or JSON for programs. Pure functions.
import type { NetworkEvent } from './event-stream';

/**
 * Matches characters in the names of devices that a terminal may interpret or that hide other characters, including
 * lone surrogates.
 */
const unprintable = /[\p{C}\p{Zl}\p{Zp}]/gu;

const kindWidth = 'LinkUnconfirmed'.length;
const severityWidth = 'Critical'.length;

export const textLine = ({ happenedAt, severity, kind, message }: NetworkEvent): string =>
  [happenedAt, severity.padEnd(severityWidth), kind.padEnd(kindWidth), message.replace(unprintable, '?')].join('  ');

/** Returns the event as one line of JSON. `hasGap` says whether events before this event may be missing. */
export const jsonLine = ({ cursor, ...event }: NetworkEvent, hasGap: boolean): string =>
  JSON.stringify({ cursor, hasGap, ...event }).replace(unprintable, (match) =>
    Array.from({ length: match.length }, (_, at) => `\\u${match.charCodeAt(at).toString(16).padStart(4, '0')}`).join(
      '',
    ),
  );
