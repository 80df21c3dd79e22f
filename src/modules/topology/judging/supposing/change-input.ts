// Converts supposed (what-if) changes from the input of the API: an object with one member, which names the kind of
// change and has its parameters.
import { capitalize, uncapitalize } from '../../../../platform/text/names';
import type { Change, ChangeKind } from './changes';

type Members = Readonly<Record<string, unknown>>;

/** The name of the input member for a kind of change: `HostFails` → `hostFails`. */
export const memberOfChange = (kind: ChangeKind): string => uncapitalize(kind);

/** Default values of parameters that the input omits. Omitted parameters without a default stay omitted. */
const defaults: { readonly [Kind in ChangeKind]?: Members } = {
  VlansSet: { nativeVlanId: null },
  DeviceAdded: { role: null, ports: [], addresses: [] },
};

/** Converts an input with one member, which GraphQL has validated, to a change. */
export function toChange(input: Members): Change {
  const [[member, parameters]] = Object.entries(input) as [[string, Members]];
  const kind = capitalize(member) as ChangeKind;
  return { kind, ...defaults[kind], ...(withoutNulls(parameters) as Members) } as Change;
}

/** Converts a change to the form in which the API shows it: the same form as the input. */
export const toGiven = ({ kind, ...parameters }: Change): Members => ({ [memberOfChange(kind)]: parameters });

function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).filter(([, member]) => member !== null && member !== undefined);
  return Object.fromEntries(members.map(([name, member]) => [name, withoutNulls(member)]));
}
