// What a banner says of a service and its machine, and helpers that read texts of banners.
import { cutText } from '../../protocol/bounds';
import { cleanLine } from '../../sources/scan/http';
import type { EntityFacts } from '../../sources/snmp';

export interface BannerFacts {
  /** Name of the protocol, which is reported as the source of the facts. */
  readonly source: string;
  /** Id of the service definition. */
  readonly definition: string;
  /** Display name of the service, if the banner has more than the kind of software. */
  readonly name?: string | undefined;
  readonly os?: string | undefined;
  readonly entity?: EntityFacts;
}

const longest = 100;

/** The bytes as text on one line; undefined if nothing can be shown. Bytes that are no UTF-8 are read as Latin-1. */
export function textOf(bytes: Buffer): string | undefined {
  const utf8 = bytes.toString('utf8');
  return cutText(cleanLine(utf8.includes('\ufffd') ? bytes.toString('latin1') : utf8, longest), longest);
}

/** The facts without members that are undefined; undefined if none is left. */
export function entityOf(facts: { readonly [K in keyof EntityFacts]: EntityFacts[K] | undefined }): {
  entity?: EntityFacts;
} {
  const known = Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined)) as EntityFacts;
  return Object.keys(known).length > 0 ? { entity: known } : {};
}

/** The value of a header of a text protocol such as SIP or RTSP; undefined if the head lacks it. */
export function headerOf(text: string, names: string): string | undefined {
  const [head = ''] = text.split('\r\n\r\n', 1);
  return cleanLine(new RegExp(`^(?:${names})[ \\t]*:[ \\t]*([^\\r\\n]*)`, 'im').exec(head)?.[1], longest);
}

/** A manufacturer by the beginning of what its devices call themselves. Groups of the pattern: model, revision. */
export type ProductPattern = readonly [pattern: RegExp, manufacturer: string];

/** The device by the first pattern that matches the text. */
export function deviceOf(text: string | undefined, patterns: readonly ProductPattern[]): { entity?: EntityFacts } {
  for (const [pattern, manufacturer] of patterns) {
    const match = pattern.exec(text ?? '');
    if (match) return entityOf({ manufacturer, model: match[1] || undefined, firmwareRevision: match[2] || undefined });
  }
  return {};
}
