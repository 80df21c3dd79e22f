// What the user supposes about the network: devices and ports that fail, and ports that are connected. Reads and writes
// the list in the page's URL.
import type { GraphDetailInput } from '../../../generated/page-operations';

/** A supposition: a host or port that fails, or a cable between two ports. */
export type Supposed =
  | { readonly type: 'host' | 'port'; readonly id: string }
  | { readonly type: 'cable'; readonly id: string; readonly otherId: string };

/** The supposed changes as variables of a query, and how the graph with these changes is folded. */
export interface Supposition {
  readonly changes: ReturnType<typeof toChanges>;
  readonly detail: GraphDetailInput | null;
}

/** Maximum number of suppositions, so that this part of the URL has at most about 2 KB. */
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

/** Reads the suppositions in a parameter of the URL. Invalid and repeated suppositions are left out. */
export function parseSupposed(text: string | null): readonly Supposed[] {
  const parsed = (text ?? '').split(',').flatMap((one) => parseOne(one) ?? []);
  return [...new Map(parsed.map((one) => [textOf(one), one])).values()].slice(0, mostSupposed);
}

export const writeSupposed = (supposed: readonly Supposed[]): string | null =>
  supposed.length === 0 ? null : supposed.map(textOf).join(',');

/** Adds the supposition to the list or, if the list has it, removes it. Nothing is added to a full list. */
export function toggleSupposed(list: readonly Supposed[], one: Supposed): readonly Supposed[] {
  const text = textOf(one);
  const others = list.filter((other) => textOf(other) !== text);
  if (others.length < list.length) return others;
  return list.length < mostSupposed ? [...list, one] : list;
}

/** The suppositions as input of the API. */
export const toChanges = (list: readonly Supposed[]) =>
  list.map((one) => {
    if (one.type === 'cable') return { portsConnected: { interfaceId: one.id, otherInterfaceId: one.otherId } };
    return one.type === 'host' ? { hostFails: { hostId: one.id } } : { interfaceFails: { interfaceId: one.id } };
  });

/** A change of a plan, as the API gives it. */
interface PlannedChange {
  readonly type: string;
  readonly hostId?: string | null;
  readonly interfaceId?: string | null;
  readonly otherInterfaceId?: string | null;
}

/** Converts the changes of a plan to suppositions; undefined if this page does not support all of them. */
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

/** The failure to suppose for a node: of its port or its host; undefined for a node without either. */
export function failureOf({ kind, id, shape, entityId, hostId }: SelectedNode): Supposed | undefined {
  if (kind === 'Interface') return { type: 'port', id };
  const failingId = shape === 'item' ? hostId : kind === 'Host' ? entityId : null;
  return failingId == null ? undefined : { type: 'host', id: failingId };
}
