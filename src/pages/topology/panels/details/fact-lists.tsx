// Building blocks of the details panel: rows of name and value, tags, collapsible lists, and numbers with units.
import type { ComponentChildren } from 'preact';
import { texts } from './texts';

const bitRates = ['bit/s', 'kbit/s', 'Mbit/s', 'Gbit/s', 'Tbit/s'];

function scaled(bps: number): readonly [value: number, unit: string] {
  let [value, unit] = [bps, 0];
  while (value >= 1000 && unit < bitRates.length - 1) [value, unit] = [value / 1000, unit + 1];
  return [value, bitRates[unit]!];
}

export function speed(bps: number | string | null): string | null {
  return bps === null ? null : scaled(Number(bps)).join(' ');
}

/** Formats octets per second as a data rate in bits per second, with three significant digits. */
export function traffic(octetsPerSecond: number): string {
  const [value, unit] = scaled(octetsPerSecond * 8);
  return `${Number(value.toPrecision(3))} ${unit}`;
}

export const watts = (milliwatts: number): string => `${(milliwatts / 1000).toFixed(1)} W`;

/** Lists the first 50 names and counts the others. `total` is needed if `names` does not contain all of them. */
export function joinFirst(names: readonly string[], total = names.length): string {
  const firstNames = names.slice(0, 50);
  return [firstNames.join(', '), total > firstNames.length && texts.factLists.andMore(total - firstNames.length)]
    .filter(Boolean)
    .join(' ');
}

export function Rows({ rows }: { rows: readonly (readonly [string, ComponentChildren])[] }) {
  return (
    <dl>
      {rows.flatMap(([name, value]) =>
        value === null || value === undefined || value === '' || value === false
          ? []
          : [<dt key={name}>{name}</dt>, <dd key={`${name} value`}>{value}</dd>],
      )}
    </dl>
  );
}

export function Tags({ tags }: { tags: readonly { id: string; name: string; color: string }[] }) {
  if (tags.length === 0) return null;
  return (
    <p class="tags">
      {tags.map(({ id, name, color }) => (
        <span class={`tag color-${color}`} key={id}>
          {name}
        </span>
      ))}
    </p>
  );
}

interface ListProps {
  readonly title: string;
  readonly count: number;
  /** The number of shown items, if `children` shows only some of the `count` items. */
  readonly shownCount?: number;
  readonly isOpen?: boolean;
  readonly children: ComponentChildren;
}
export function List({ title, count, shownCount = count, isOpen = false, children }: ListProps) {
  if (count === 0) return null;
  return (
    <details open={isOpen}>
      <summary>
        {title} ({count})
      </summary>
      <ul class="facts">{children}</ul>
      {count > shownCount && <p class="quiet">{texts.factLists.andMore(count - shownCount)}</p>}
    </details>
  );
}
