// The changes of a what-if question: devices or ports that fail, and ports that get connected. Reads and writes them in
// the page's URL.
import type { GraphDetailInput } from '../../../generated/page-operations';

/** One what-if change: a host or port that fails, or a new cable between two ports. */
export type Supposed =
  | { readonly type: 'host' | 'port'; readonly id: string }
  | { readonly type: 'cable'; readonly id: string; readonly otherId: string };

/** The what-if changes as the API takes them, and how to fold the resulting graph. */
export interface Supposition {
  readonly changes: ReturnType<typeof toChanges>;
  readonly detail: GraphDetailInput | null;
}

/** Maximum number of what-if changes. They are part of the URL, whose length is limited. */
export const mostSupposed = 20;

const id = '[\\da-f]{8}(?:-[\\da-f]{4}){3}-[\\da-f]{12}';
const failure = new RegExp(`^(host|port):(${id})$`, 'i');
const cable = new RegExp(`^cable:(${id}):(${id})$`, 'i');

function parseOne(text: string): Supposed | undefined {
  const [, type, failingId] = failure.exec(text) ?? [];
  if (failingId !== undefined) return { type: type!.toLowerCase() as 'host' | 'port', id: failingId };
  const [, from, to] = cable.exec(text) ?? [];
  return from === undefined || from === to ? undefined : { type: 'cable', id: from, otherId: to! };
}

export const textOf = (supposed: Supposed): string =>
  supposed.type === 'cable' ? `cable:${supposed.id}:${supposed.otherId}` : `${supposed.type}:${supposed.id}`;

/** Reads what-if changes from the URL. Invalid and repeated ones are dropped. */
export function parseSupposed(text: string | null): readonly Supposed[] {
  const parsed = (text ?? '').split(',').flatMap((one) => parseOne(one) ?? []);
  return [...new Map(parsed.map((one) => [textOf(one), one])).values()].slice(0, mostSupposed);
}

export const writeSupposed = (supposed: readonly Supposed[]): string | null =>
  supposed.length === 0 ? null : supposed.map(textOf).join(',');

/** Adds a what-if change, or removes it if it is in the list already. A full list stays unchanged. */
export function toggleSupposed(list: readonly Supposed[], one: Supposed): readonly Supposed[] {
  const text = textOf(one);
  const others = list.filter((other) => textOf(other) !== text);
  if (others.length < list.length) return others;
  return list.length < mostSupposed ? [...list, one] : list;
}

export const toChanges = (list: readonly Supposed[]) =>
  list.map((one) => {
    if (one.type === 'cable') return { portsConnected: { interfaceId: one.id, otherInterfaceId: one.otherId } };
    return one.type === 'host' ? { hostFails: { hostId: one.id } } : { interfaceFails: { interfaceId: one.id } };
  });

/** A change in a stored plan. */
interface PlannedChange {
  readonly type: string;
  readonly hostId?: string | null;
  readonly interfaceId?: string | null;
  readonly otherInterfaceId?: string | null;
}

/** Converts the changes of a stored plan; undefined if the page does not support one of them. */
export function fromChanges(changes: readonly PlannedChange[]): readonly Supposed[] | undefined {
  const list = changes.map(({ type, hostId, interfaceId, otherInterfaceId }): Supposed | undefined => {
    if (type === 'HostFails' && hostId) return { type: 'host', id: hostId };
    if (type === 'InterfaceFails' && interfaceId) return { type: 'port', id: interfaceId };
    if (type !== 'PortsConnected' || !interfaceId || !otherInterfaceId) return undefined;
    return { type: 'cable', id: interfaceId, otherId: otherInterfaceId };
  });
  const parsedChanges = list.filter((one) => one !== undefined);
  return parsedChanges.length === list.length && parsedChanges.length <= mostSupposed ? parsedChanges : undefined;
}

interface SelectedNode {
  readonly kind: string;
  readonly id: string;
  readonly shape: 'box' | 'item';
  readonly entityId?: string | null;
  readonly hostId?: string | null;
}

/** What fails if the user lets this node fail: its port or its host. Undefined for other nodes. */
export function failureOf({ kind, id, shape, entityId, hostId }: SelectedNode): Supposed | undefined {
  if (kind === 'Interface') return { type: 'port', id };
  const failingId = shape === 'item' ? hostId : kind === 'Host' ? entityId : null;
  return failingId == null ? undefined : { type: 'host', id: failingId };
}
