// Renders values of rows as texts and links.
import type { ComponentChildren } from 'preact';
import { instantWords } from '../../kit/instants/instant-words';
import { kindOfType, type Field, type Kind, type Row } from '../address/kinds-by-list';
import { rowPlace, writePlace } from '../address/place';
import { countWords, enumWords, toLabel, speedWords, yesOrNo } from '../texts';
import { useInventory } from '../address/context';
import { at, isInstant, rowTitle } from './titles';
import { texts } from '../page-texts';

interface Page {
  readonly totalCount?: number;
  readonly nodes: readonly Row[];
}

/** A link to the page of a row. The link changes the URL without loading a new document. */
export function RowLink({ row, kind, title, tabIndex }: RowLinkProps) {
  const { place, follow } = useInventory();
  const networkId = (row.networkId as string | undefined) ?? place.networkId!;
  const href = writePlace(rowPlace(networkId, kind, row.id, place.at));
  return (
    <a href={href} tabIndex={tabIndex} onClick={follow}>
      <bdi>{rowTitle(row, title)}</bdi>
    </a>
  );
}
interface RowLinkProps {
  readonly row: Row;
  readonly kind: Kind;
  readonly title: readonly string[];
  readonly tabIndex?: number;
}

interface RelatedProps {
  readonly row: Row;
  readonly field: Field;
  /** The row on whose page or in whose table row the link is shown. */
  readonly beside: Row;
  readonly tabIndex?: number;
}

const hostName = 'host.displayName';

/**
 * Shows a related row, as a link if its kind has a page. The name of its host is omitted where the context shows it.
 */
export function Related({ row, field, beside, tabIndex }: RelatedProps) {
  const kind = kindOfType(field.of);
  const isOfSameHost = [at(beside, hostName), beside.displayName].includes(at(row, hostName));
  const title = (field.title ?? ['id']).filter((path) => path !== hostName || !isOfSameHost);
  if (!kind) return <bdi>{rowTitle(row, title)}</bdi>;
  return <RowLink row={row} kind={kind} title={title} {...(tabIndex !== undefined && { tabIndex })} />;
}

export const toRows = (value: unknown): readonly Row[] =>
  Array.isArray(value) ? value : ((value as Page)?.nodes ?? []);
export const countRows = (value: unknown): number => (value as Page)?.totalCount ?? toRows(value).length;

/** Whether the value is empty: null, an empty text, or no rows. */
export const isNothing = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  value === '' ||
  (typeof value === 'object' && (Array.isArray(value) || 'nodes' in value) && toRows(value).length === 0);

/** Maximum number of related rows that a table cell names. */
const mostInCell = 3;

/** The content of a table cell for a field; null if the value is empty. */
export function Cell({ field, row }: { field: Field; row: Row }) {
  const value = row[field.name];
  if (isNothing(value)) return null;
  if (field.shape === 'Row') return <Related row={value as Row} field={field} beside={row} tabIndex={-1} />;
  if (field.shape === 'Rows' || field.shape === 'PlainRows') {
    const rows = toRows(value).slice(0, mostInCell);
    const others = countRows(value) - rows.length;
    return (
      <>
        {rows.map((one, index) => (
          <span key={one.id}>
            {index > 0 && ', '}
            <Related row={one} field={field} beside={row} tabIndex={-1} />
          </span>
        ))}
        {others > 0 && <span class="quiet"> {texts.values.andMore(countWords(others))}</span>}
      </>
    );
  }
  if (field.shape === 'Object') return <>{enumWords(String((value as Row).type))}</>;
  return <Plain field={field} value={value} />;
}

export function Plain({ field, value }: { field: Pick<Field, 'name' | 'shape'>; value: unknown }): ComponentChildren {
  if (Array.isArray(value)) return <bdi>{value.map((one) => String(one)).join(', ')}</bdi>;
  switch (field.shape) {
    case 'DateTime':
      return <time dateTime={String(value)}>{instantWords(String(value))}</time>;
    case 'Boolean':
      return <>{yesOrNo(value === true)}</>;
    case 'Enum':
      return <>{enumWords(String(value))}</>;
    case 'BigInt':
      return <>{field.name.endsWith('Bps') ? speedWords(Number(value)) : String(value)}</>;
    default:
      return <bdi>{String(value)}</bdi>;
  }
}

const isEnumValue = (name: string, value: unknown): value is string =>
  /^(type|confidence|basis|protocol|state|reason|.*Subtype)$/.test(name) &&
  typeof value === 'string' &&
  /^[A-Z][a-zA-Z\d]*$/.test(value);

/** Renders the values of an object and of its nested objects, each with its name. */
export function ObjectFacts({ value }: { value: unknown }): ComponentChildren {
  if (Array.isArray(value))
    return value.every((one) => typeof one !== 'object' || one === null) ? (
      <bdi>{value.join(', ')}</bdi>
    ) : (
      <ul class="objects">
        {value.map((one, index) => (
          <li key={index}>
            <ObjectFacts value={one} />
          </li>
        ))}
      </ul>
    );
  if (typeof value === 'boolean') return <>{yesOrNo(value)}</>;
  if (typeof value === 'string') return isInstant(value) ? <>{instantWords(value)}</> : <bdi>{value}</bdi>;
  if (typeof value !== 'object' || value === null) return <>{String(value)}</>;
  const entries = Object.entries(value).filter(
    ([name, one]) => one !== null && !['id', 'networkId'].includes(name) && !(Array.isArray(one) && one.length === 0),
  );
  return (
    <dl>
      {entries.map(([name, one]) => (
        <div key={name}>
          <dt>{toLabel(name)}</dt>
          <dd>{isEnumValue(name, one) ? enumWords(one) : <ObjectFacts value={one} />}</dd>
        </div>
      ))}
    </dl>
  );
}
