// Compares notations of port names. A device may use one notation in its own tables and another in LLDP and CDP, and
// users may write a third.
import { portKind, splitPortName } from '../../../platform/text/port-words';

/** Kinds of ports whose numbers do not show the position of the port in the device. */
const placeless: ReadonlySet<string | undefined> = new Set(['aggregate', 'vlan', 'loopback', 'tunnel']);

const bare = /^\d+(?:[/:]\d+)+$/;
const onUnit = /\bport:?\s*(\d+)\s+on\s+unit:?\s*(\d+)\b|\bunit:?\s*(\d+),?\s+(?:slot:?\s*\d+,?\s+)?port:?\s*(\d+)\b/;
const portAlone = /\bport:?\s*(\d+)$/;

const plain = (name: string): string =>
  name
    .toLowerCase()
    // TP-Link appends the medium to the name.
    .replace(/\s*:\s*(copper|fiber|combo)$/, '')
    .replace(/\s+/g, ' ')
    .trim();

/**
 * Returns the keys of a port name, most reliable first. Two names that may mean the same port have a common key. `Gi
 * 1/0/12` has three keys: its text without blanks, its kind with the numbers, and its numbers.
 */
export function portNameKeys(name: string | null): string[] {
  if (name === null) return [];
  const text = plain(name);
  if (text === '') return [];
  const keys = [`text ${text.replaceAll(' ', '')}`];
  const typed = splitPortName(text);
  if (typed) {
    const { word, numbers } = typed;
    const kind = portKind(word) ?? word;
    keys.push(`kind ${kind} ${numbers}`);
    if (!placeless.has(kind) && /[/:]/.test(numbers)) keys.push(`place ${numbers}`);
  } else if (bare.test(text)) keys.push(`place ${text}`);
  const [, port, unit, unitBefore, portAfter] = onUnit.exec(text) ?? [];
  if (port !== undefined) keys.push(`place ${unit}/${port}`, `port ${port}`);
  else if (portAfter !== undefined) keys.push(`place ${unitBefore}/${portAfter}`, `port ${portAfter}`);
  else {
    const alone = portAlone.exec(text)?.[1];
    if (alone !== undefined) keys.push(`port ${alone}`);
  }
  return keys;
}

/**
 * Returns the keys of a port id that a neighbor has reported: the keys of `portNameKeys`. For devices with a single
 * unit, `1/4` and `4` also have a common key.
 */
export function portIdKeys(id: string): string[] {
  const text = plain(id);
  const [, onlyUnit] = /^1[/:](\d+)$/.exec(text) ?? [];
  const keys = portNameKeys(id);
  if (onlyUnit !== undefined) keys.push(`port ${onlyUnit}`);
  else if (/^\d+$/.test(text)) keys.push(`port ${text}`, `place 1:${text}`);
  return [...new Set(keys)];
}

/**
 * Returns the last part of a RouterOS name, such as `ether2` in `bridge/bond/ether2`; null if the name has only one
 * part.
 */
export const lastSegment = (id: string): string | null => /\/([^/]*[a-z][^/]*)$/i.exec(id)?.[1] ?? null;

/**
 * Returns the name of the physical port of a Junos unit, such as `ge-0/0/1` for `ge-0/0/1.0`; null if the name is not
 * the name of a unit.
 */
export const portOfUnit = (name: string | null): string | null =>
  /^([a-z]{2,4}-\d+\/\d+\/\d+(?::\d+)?|ae\d+|reth\d+)\.\d+$/i.exec(name ?? '')?.[1] ?? null;
