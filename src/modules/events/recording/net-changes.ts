// Combines all changes of a row in a period into one net change: the states before the first and after the last change.
import type { RowChange } from '../../history';
import type {
  AddressChange,
  AddressState,
  HostChange,
  HostState,
  InterfaceChange,
  InterfaceState,
  LinkEnd,
  ServiceChange,
  ServiceState,
} from '../deciding/batch';

type State = NonNullable<RowChange['before']>;
const text = (value: unknown): string | null => (typeof value === 'string' ? value : null);
const texts = (value: unknown): string[] => (Array.isArray(value) ? (value as string[]) : []);

/**
 * For each model, a function that takes from a row's state what events need. Changes of other models cause no events.
 */
const readers = {
  Host: (state: State): HostState => ({
    name: text(state['@name']) ?? '',
    missingSince: text(state.missingSince),
    mergedHostIds: texts(state.mergedHostIds),
  }),
  Interface: (state: State): InterfaceState => ({
    name: text(state['@name']) ?? '',
    hostId: state.hostId as string,
    operStatus: text(state.operStatus),
    aggregateId: text(state.aggregateId),
    neighbors: Array.isArray(state.neighbors) ? (state.neighbors as LinkEnd[]) : [],
  }),
  IpAddress: (state: State): AddressState => ({
    hostId: state.hostId as string,
    subnetId: state.subnetId as string,
    ipAddress: state.ipAddress as string,
  }),
  Service: (state: State): ServiceState => ({ name: text(state.name) ?? '', hostId: state.hostId as string }),
};
type EventModel = keyof typeof readers;

/** Whether changes of rows of this model can cause events. */
export const isTold = (model: string): model is EventModel => Object.hasOwn(readers, model);

interface Net {
  readonly id: string;
  readonly before: unknown;
  readonly after: unknown;
  readonly at: Date;
  readonly auditEventId: string | null;
}

/**
 * Collects changes in the order of their time. Rows with the same state before the first and after the last change are
 * omitted.
 */
export class NetChanges {
  private readonly rows = new Map<EventModel, Map<string, Net>>();

  add({ model, id, before, after, place: { at }, event }: RowChange): void {
    if (!isTold(model)) return;
    const read = readers[model] as (state: State) => unknown;
    const ofModel = this.rows.get(model) ?? new Map<string, Net>();
    this.rows.set(model, ofModel);
    const earlier = ofModel.get(id);
    ofModel.set(id, {
      ...{ id, at, auditEventId: event?.id ?? null },
      before: earlier ? earlier.before : before && read(before),
      after: after && read(after),
    });
  }

  private of(model: EventModel): Net[] {
    const isChanged = ({ before, after }: Net) =>
      before === null || after === null ? before !== after : JSON.stringify(before) !== JSON.stringify(after);
    return [...(this.rows.get(model)?.values() ?? [])].filter(isChanged);
  }

  get hosts(): HostChange[] {
    return this.of('Host') as HostChange[];
  }

  get interfaces(): InterfaceChange[] {
    return this.of('Interface') as InterfaceChange[];
  }

  get addresses(): AddressChange[] {
    return this.of('IpAddress') as AddressChange[];
  }

  get services(): ServiceChange[] {
    return this.of('Service') as ServiceChange[];
  }
}
