// Reads which ports are members of which aggregate from IEEE8023-LAG-MIB and from ifStackTable (IF-MIB).
import { aggregateType } from '../../../../platform/text/interface-types';
import type { InterfaceFacts } from '../facts';
import { isPhysical, isPortOrUnit } from '../ports';
import { toNumber } from '../values';
import type { Device, TableReading } from '../walk';
import { listSome } from './bridge';

const lagColumn = { selected: 12, attached: 13 };
/**
 * The LACP columns that name a port's aggregate. LACP selects an aggregate for a port (dot3adAggPortSelectedAggID)
 * before it attaches the port to the aggregate, so a port may be selected without being attached.
 */
export const lagTable = {
  name: 'dot3adAggPortTable',
  entry: '1.2.840.10006.300.43.1.2.1.1',
  columns: lagColumn,
  optional: [lagColumn.selected],
};
/**
 * Interface layers of IF-MIB. The index is the ifIndex of the higher and of the lower layer. ifStackStatus is the only
 * column.
 */
export const stackTable = { name: 'ifStackTable', entry: '1.3.6.1.2.1.31.1.2.1', columns: { status: 3 } };
const active = 1;

/**
 * Sets the aggregate of each port: from LACP, otherwise from ifStackTable, which also has aggregates without LACP.
 * Returns false if a table is incomplete, if LACP names a port or aggregate that is not in `byIndex`, or if a port is
 * below several aggregates in ifStackTable.
 */
export function placeAggregates(
  device: Device,
  lag: TableReading,
  stack: TableReading,
  byIndex: ReadonlyMap<number, InterfaceFacts>,
): boolean {
  const areAllPlaced = placeByLacp(device, lag, byIndex);
  const areAllClear = placeByLayers(device, stack, byIndex);
  return lag.isComplete && stack.isComplete && areAllPlaced && areAllClear;
}

/**
 * Sets the aggregate of each port according to LACP. The aggregate 0 means none, and a port whose aggregate is the port
 * itself is not aggregated.
 */
function placeByLacp(device: Device, { rows }: TableReading, byIndex: ReadonlyMap<number, InterfaceFacts>): boolean {
  const unknown = new Set<number | string>();
  for (const { index, cells } of rows) {
    const id = toNumber(cells[lagColumn.attached]) || toNumber(cells[lagColumn.selected]) || 0;
    if (id === 0 || id === index[0]) continue;
    const port = index.length === 1 ? byIndex.get(index[0]!) : undefined;
    if (port && byIndex.has(id)) port.aggregateIfIndex = id;
    else unknown.add(port ? id : `port ${index.join('.')}`);
  }
  if (unknown.size > 0)
    device.note(`${lagTable.name}: ports or aggregates are no known interface (${listSome(unknown)})`);
  return unknown.size === 0;
}

/**
 * Sets the aggregate of each physical port from ifStackTable: the nearest aggregate above the port. A VLAN, bridge or
 * tunnel in between means that the aggregate is not that of the port.
 */
function placeByLayers(device: Device, { rows }: TableReading, byIndex: ReadonlyMap<number, InterfaceFacts>): boolean {
  const above = new Map<number, number[]>();
  for (const { index, cells } of rows) {
    const [higher, lower] = index;
    if (!higher || !lower || index.length !== 2 || (toNumber(cells[3]) ?? active) !== active) continue;
    const higherIndexes = above.get(lower);
    if (higherIndexes) higherIndexes.push(higher);
    else above.set(lower, [higher]);
  }
  const unclear = new Set<number>();
  for (const port of byIndex.values()) {
    if (port.aggregateIfIndex !== undefined || !isPhysical(port)) continue;
    const nearest = nearestAggregates(port.ifIndex, above, byIndex);
    if (nearest.length === 1) [port.aggregateIfIndex] = nearest;
    else if (nearest.length > 1) unclear.add(port.ifIndex);
  }
  if (unclear.size > 0) device.note(`${stackTable.name}: ports are below several aggregates (${listSome(unclear)})`);
  return unclear.size === 0;
}

function nearestAggregates(
  start: number,
  above: ReadonlyMap<number, readonly number[]>,
  byIndex: ReadonlyMap<number, InterfaceFacts>,
): number[] {
  const visitedIndexes = new Set([start]);
  for (let layer = [start]; layer.length > 0;) {
    const next = [...new Set(layer.flatMap((one) => above.get(one) ?? []))].filter((one) => !visitedIndexes.has(one));
    for (const one of next) visitedIndexes.add(one);
    const aggregateIndexes = next.filter((one) => byIndex.get(one)?.type === aggregateType);
    if (aggregateIndexes.length > 0) return aggregateIndexes;
    layer = next.filter((one) => isPortOrUnit(byIndex.get(one)));
  }
  return [];
}
