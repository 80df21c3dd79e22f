// A simulated device in memory, as a list of SNMP objects, which the agent reads through an `SnmpSession`. Requests for
// objects that are marked as silent fail with a timeout.
import type { DeviceFacts } from '../../../../src/agent/sources/snmp';
import { readAll } from '../../../../src/agent/sources/snmp/reading';
import { SnmpFailure, type Binding, type SnmpSession, type Value } from '../../../../src/agent/sources/snmp/session';

type Objects = Readonly<Record<string, Value>>;

export const text = (value: string): Buffer => Buffer.from(value, 'latin1');
export const hex = (value: string): Buffer => Buffer.from(value.replace(/[^0-9a-f]/gi, ''), 'hex');

const pathOf = (oid: string): number[] => oid.split('.').map(Number);
function compare(a: readonly number[], b: readonly number[]): number {
  for (let at = 0; at < Math.min(a.length, b.length); at++) if (a[at] !== b[at]) return a[at]! - b[at]!;
  return a.length - b.length;
}

interface Oddity {
  /** OIDs below which every request times out. */
  readonly silent?: readonly string[];
  /**
   * Maps an OID to the OID that the device returns as its successor, where the device violates the lexicographic order.
   */
  readonly after?: Readonly<Record<string, string>>;
  readonly ofVlan?: (vlan: number) => SnmpSession;
}

export function createSession(objects: Objects, { silent = [], after = {}, ofVlan }: Oddity = {}): SnmpSession {
  const sortedObjects = Object.keys(objects)
    .map((oid) => ({ oid, path: pathOf(oid) }))
    .sort((a, b) => compare(a.path, b.path));
  const firstAfter = (path: readonly number[]): number => {
    let [from, to] = [0, sortedObjects.length];
    while (from < to) {
      const middle = (from + to) >> 1;
      if (compare(sortedObjects[middle]!.path, path) > 0) to = middle;
      else from = middle + 1;
    }
    return from;
  };
  const nextOf = (oid: string): Binding => {
    const path = pathOf(oid);
    const next = after[oid] ?? sortedObjects[firstAfter(path)]?.oid;
    return next === undefined
      ? { oid, value: null, isMissing: true }
      : { oid: next, value: objects[next] ?? null, isMissing: false };
  };
  const answer = <T>(oids: readonly string[], of: (oid: string) => T): Promise<T[]> =>
    oids.some((oid) => silent.some((below) => `${oid}.`.startsWith(`${below}.`)))
      ? Promise.reject(new SnmpFailure('timeout', 'no answer'))
      : Promise.resolve(oids.map(of));
  const session: SnmpSession = {
    version: 'v2c',
    get: (oids) => answer(oids, (oid) => ({ oid, value: objects[oid] ?? null, isMissing: objects[oid] === undefined })),
    next: (oids) => answer(oids, nextOf),
    bulk: (oids, repetitions) =>
      answer(oids, (oid) => {
        const rows = [nextOf(oid)];
        while (rows.length < repetitions && !rows.at(-1)!.isMissing) rows.push(nextOf(rows.at(-1)!.oid));
        return rows;
      }),
    hasNamedEngine: () => false,
    ofVlan: (vlan) => ofVlan?.(vlan) ?? session,
    close: () => undefined,
  };
  return session;
}

/** Interfaces `[ifIndex, ifName, ifPhysAddress, ifType]` as objects of ifTable and ifXTable. */
export function interfaces(...rows: readonly (readonly [number, string, string?, number?])[]): Objects {
  return Object.fromEntries(
    rows.flatMap(([index, name, mac, type = 6]) => [
      [`1.3.6.1.2.1.2.2.1.2.${index}`, text(`interface ${name}`)],
      [`1.3.6.1.2.1.2.2.1.3.${index}`, type],
      ...(mac === undefined ? [] : [[`1.3.6.1.2.1.2.2.1.6.${index}`, hex(mac)]]),
      [`1.3.6.1.2.1.31.1.1.1.1.${index}`, text(name)],
    ]),
  );
}

export const lldpRem = '1.0.8802.1.1.2.1.4.1.1';
export const lldpV2Rem = '1.3.111.2.802.1.1.13.1.4.1.1';

/**
 * A row of an LLDP neighbor table. `mac` is the chassis id, `portName` the port id, and `first` the number of the
 * table's column for the chassis id subtype.
 */
export const neighbor = (index: string, mac: string, portName: string, table = lldpRem, first = 4): Objects => ({
  [`${table}.${first}.${index}`]: 4,
  [`${table}.${first + 1}.${index}`]: hex(mac),
  [`${table}.${first + 2}.${index}`]: 5,
  [`${table}.${first + 3}.${index}`]: text(portName),
});

/** Rows of lldpLocPortTable, each given as `[number, subtype, id]`. */
export const localPorts = (...rows: readonly (readonly [number, number | undefined, string | Buffer])[]): Objects =>
  Object.fromEntries(
    rows.flatMap(([number, subtype, id]) => [
      ...(subtype === undefined ? [] : [[`1.0.8802.1.1.2.1.3.7.1.2.${number}`, subtype]]),
      [`1.0.8802.1.1.2.1.3.7.1.3.${number}`, typeof id === 'string' ? text(id) : id],
    ]),
  );

export const basePorts = (...rows: readonly (readonly [number, number])[]): Objects =>
  Object.fromEntries(rows.map(([number, ifIndex]) => [`1.3.6.1.2.1.17.1.4.1.2.${number}`, ifIndex]));

export const readInCode = (objects: Objects, oddity?: Oddity, objectId?: string): Promise<DeviceFacts> =>
  readAll(createSession({ '1.3.6.1.2.1.1.1.0': text('in code'), ...objects }, oddity), { objectId });

/** The neighbors that the agent has assigned to a port, each as `port <- chassis id, port id`. */
export const listNeighbors = (device: DeviceFacts): string[] =>
  device.interfaces.flatMap(({ name, descr, neighbors }) =>
    neighbors.map(({ chassisId, portId }) => `${name ?? descr} <- ${chassisId?.value} ${portId?.value}`),
  );
