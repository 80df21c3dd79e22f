// Supposed changes as callers give them: an object with one member, which is the kind with its parameters.
import { capitalize, uncapitalize } from '../../../platform/text/names';
import type { Change, ChangeKind } from '../judging/supposing/changes';

type Members = Readonly<Record<string, unknown>>;

/** The member of the input that stands for a kind: `HostFails` → `hostFails`. */
export const memberOfChange = (kind: ChangeKind): string => uncapitalize(kind);

/** What members that were left out mean. A member without such a value stays left out. */
const defaults: { readonly [Kind in ChangeKind]?: Members } = {
  VlansSet: { nativeVlanId: null },
  DeviceAdded: { role: null, ports: [], addresses: [] },
};

/** The change of an input with one member, whose form GraphQL has checked. */
export function toChange(given: Members): Change {
  const [[member, parameters]] = Object.entries(given) as [[string, Members]];
  const kind = capitalize(member) as ChangeKind;
  return { kind, ...defaults[kind], ...(withoutNulls(parameters) as Members) } as Change;
}

/** The input of a change that `toChange` has made. */
export const toGiven = ({ kind, ...parameters }: Change): Members => ({ [memberOfChange(kind)]: parameters });

function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).filter(([, member]) => member !== null && member !== undefined);
  return Object.fromEntries(members.map(([name, member]) => [name, withoutNulls(member)]));
}
