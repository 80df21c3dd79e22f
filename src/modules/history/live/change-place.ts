// Positions in the list of a network's changes, which is ordered by time, kind and id. The cursors of the change stream
// encode positions.
import { AppError } from '../../../errors';
import { inventoryModels } from '../kinds';

export interface Place {
  readonly at: Date;
  /** Number of the kind of row: the index of its model in `inventoryModels`. */
  readonly kind: number;
  readonly id: string;
}

const [lastKind, lastId] = [127, 'ffffffff-ffff-ffff-ffff-ffffffffffff'];
/** Returns the position after all changes at the instant. */
export const lastPlaceAt = (at: Date): Place => ({ at, kind: lastKind, id: lastId });

export function comparePlaces(a: Place, b: Place): number {
  if (a.at.getTime() !== b.at.getTime()) return a.at.getTime() - b.at.getTime();
  if (a.kind !== b.kind) return a.kind - b.kind;
  return a.id < b.id ? -1 : a.id > b.id ? 1 : 0;
}

const instantBytes = 6;
const bytes = instantBytes + 2 + 16;

export function writePlace({ at, kind, id }: Place): string {
  const cursor = Buffer.alloc(bytes);
  cursor.writeUIntBE(at.getTime(), 0, instantBytes);
  // Versions of the service with different numbers of kinds number the kinds differently. So the cursor contains the
  // number of kinds.
  cursor.writeUInt8(inventoryModels.length, instantBytes);
  cursor.writeUInt8(kind, instantBytes + 1);
  cursor.write(id.replaceAll('-', ''), instantBytes + 2, 'hex');
  return cursor.toString('base64url');
}

/**
 * Decodes a cursor. Returns undefined if another version of the service created the cursor. Throws
 * `validation_invalid_format` if `text` is no cursor.
 */
export function readPlace(text: string, field: string): Place | undefined {
  if (!/^[\w-]{32}$/.test(text)) throw new AppError('validation_invalid_format', { field });
  const cursor = Buffer.from(text, 'base64url');
  const at = new Date(cursor.readUIntBE(0, instantBytes));
  const [kinds, kind] = [cursor.readUInt8(instantBytes), cursor.readUInt8(instantBytes + 1)];
  const isPlace = kind === lastKind || (kinds === inventoryModels.length && kind < kinds);
  const id = cursor.toString('hex', instantBytes + 2).replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
  return isPlace ? { at, kind, id } : undefined;
}
