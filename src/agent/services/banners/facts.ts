// What a banner can say about a service and its machine, and helpers that read texts from banners.
import { cutText } from '../../protocol/bounds';
import { cleanLine } from '../../sources/scan/http';
import type { EntityFacts } from '../../sources/snmp';

export interface BannerFacts {
  /** Name of the protocol. The report names it as the source. */
  readonly source: string;
  /** Id of the service definition, such as `printer`. */
  readonly definition: string;
  /** Display name of the service, such as the product that the banner names; undefined if it names none. */
  readonly name?: string | undefined;
  readonly os?: string | undefined;
  readonly entity?: EntityFacts;
}

const longest = 100;

/**
 * The bytes as one line of printable text, as UTF-8 or otherwise as Latin-1; undefined if no printable character
 * remains.
 */
export function textOf(bytes: Buffer): string | undefined {
  const utf8 = bytes.toString('utf8');
  return cutText(cleanLine(utf8.includes('\ufffd') ? bytes.toString('latin1') : utf8, longest), longest);
}

/** An object whose member `entity` contains the defined values; an empty object if no value is defined. */
export function entityOf(facts: { readonly [K in keyof EntityFacts]: EntityFacts[K] | undefined }): {
  entity?: EntityFacts;
} {
  const definedFacts = Object.fromEntries(
    Object.entries(facts).filter(([, value]) => value !== undefined),
  ) as EntityFacts;
  return Object.keys(definedFacts).length > 0 ? { entity: definedFacts } : {};
}

/**
 * The value of a header in a text protocol such as SIP or RTSP; undefined if the message has no such header. `names`
 * are alternatives in the syntax of regular expressions.
 */
export function headerOf(text: string, names: string): string | undefined {
  const [head = ''] = text.split('\r\n\r\n', 1);
  return cleanLine(new RegExp(`^(?:${names})[ \\t]*:[ \\t]*([^\\r\\n]*)`, 'im').exec(head)?.[1], longest);
}

/**
 * A pattern for the product name that a manufacturer's devices send. Its groups are the model and the firmware
 * revision.
 */
export type ProductPattern = readonly [pattern: RegExp, manufacturer: string];

/**
 * Manufacturer, model and firmware revision by the first pattern that matches the text; an empty object if none
 * matches.
 */
export function deviceOf(text: string | undefined, patterns: readonly ProductPattern[]): { entity?: EntityFacts } {
  for (const [pattern, manufacturer] of patterns) {
    const match = pattern.exec(text ?? '');
    if (match) return entityOf({ manufacturer, model: match[1] || undefined, firmwareRevision: match[2] || undefined });
  }
  return {};
}
