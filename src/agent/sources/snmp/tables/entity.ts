// Reads vendor, model and serial number of the chassis from ENTITY-MIB.
import type { EntityFacts } from '../facts';
import { toNumber, toText } from '../values';
import { walk, type Device } from '../walk';
import { getValues } from './system';

const entry = '1.3.6.1.2.1.47.1.1.1.1';
const classColumn = 5;
const column = { firmwareRevision: 9, softwareRevision: 10, serialNumber: 11, manufacturer: 12, model: 13 };
const chassis = 3;
const stack = 11;

/**
 * Reads the first chassis that has a model or serial number. A stack has several chassis, in the order of its members.
 */
export async function readEntity(device: Device): Promise<{ entity?: EntityFacts; isComplete: boolean }> {
  const indexesByClass = new Map<number, number[]>();
  const { isComplete } = await walk(device, entry, [classColumn], (_column, [index], value) => {
    const kind = toNumber(value) ?? 0;
    if (index !== undefined && (kind === chassis || kind === stack))
      indexesByClass.set(kind, [...(indexesByClass.get(kind) ?? []), index]);
  });
  for (const index of [...(indexesByClass.get(chassis) ?? []), ...(indexesByClass.get(stack) ?? [])]) {
    const entity = await entityAt(device, index);
    // Some devices have a row for the cabinet whose cells are empty, so such a row is skipped.
    if (entity.model !== undefined || entity.serialNumber !== undefined) return { entity, isComplete };
  }
  return { isComplete };
}

async function entityAt(device: Device, index: number): Promise<EntityFacts> {
  const oidOf = (number: number): string => `${entry}.${number}.${index}`;
  const bindings = await getValues(device, Object.values(column).map(oidOf));
  const values = new Map(bindings.map(({ oid, value }) => [oid, value]));
  const text = (number: number): string | undefined => toText(values.get(oidOf(number)));
  return {
    manufacturer: text(column.manufacturer),
    model: text(column.model),
    serialNumber: text(column.serialNumber),
    firmwareRevision: text(column.firmwareRevision),
    softwareRevision: text(column.softwareRevision),
  };
}
