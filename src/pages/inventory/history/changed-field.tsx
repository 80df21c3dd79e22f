// Shows one changed field of a row, with its values before and after the change. For a list, shows the added and the
// removed items.
import type { ComponentChildren } from 'preact';
import { useInventory } from '../address/context';
import type { Kind } from '../address/kinds-by-list';
import { rowPlace, writePlace } from '../address/place';
import { ObjectFacts, Plain } from '../rows/values';
import { countWords, toLabel } from '../texts';
import type { FieldChange } from './read-history';
import { referencedKind, rowFieldOf } from './references';
import { texts } from '../page-texts';

/** Maximum number of added or removed list items that are named. */
const mostNamed = 10;

interface ChangedFieldProps {
  readonly kind: Kind;
  readonly change: FieldChange;
  /** Display names of rows by id, for values that are ids. */
  readonly titles: ReadonlyMap<string, string>;
}

export function ChangedField({ kind, change, titles }: ChangedFieldProps) {
  const { field, from, to } = change;
  const of = referencedKind(kind, field);
  const valueOf = (value: unknown) => <Value {...{ kind, of, field, value, titles }} />;
  return (
    <div>
      <dt>{toLabel(of ? rowFieldOf(field) : field)}</dt>
      <dd>
        {Array.isArray(from ?? to) ? (
          <ChangedMembers from={membersOf(from)} to={membersOf(to)} valueOf={valueOf} />
        ) : (
          <>
            {from !== null && (
              <>
                <span class="unseen">{texts.changedField.was} </span>
                <del>{valueOf(from)}</del> <span aria-hidden="true">→ </span>
              </>
            )}
            <span class="unseen">{from === null ? texts.changedField.set : texts.changedField.now}</span>
            {to === null ? <span class="quiet">{texts.changedField.nothing}</span> : <ins>{valueOf(to)}</ins>}
          </>
        )}
      </dd>
    </div>
  );
}

const membersOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? (value as unknown[]) : []);

function without(list: readonly unknown[], other: readonly unknown[]): readonly unknown[] {
  const otherTexts = new Set(other.map((one) => JSON.stringify(one)));
  return list.filter((one) => !otherTexts.has(JSON.stringify(one)));
}

interface ChangedMembersProps {
  readonly from: readonly unknown[];
  readonly to: readonly unknown[];
  readonly valueOf: (value: unknown) => ComponentChildren;
}

function ChangedMembers({ from, to, valueOf }: ChangedMembersProps) {
  const [removed, added] = [without(from, to), without(to, from)];
  if (removed.length === 0 && added.length === 0) return <span class="quiet">{texts.changedField.inAnotherOrder}</span>;
  return (
    <ul class="members">
      {added.slice(0, mostNamed).map((one) => (
        <li key={`+${JSON.stringify(one)}`}>
          <span aria-hidden="true">+ </span>
          <span class="unseen">{texts.changedField.added} </span>
          <ins>{valueOf(one)}</ins>
        </li>
      ))}
      {added.length > mostNamed && (
        <li class="quiet">{texts.changedField.andMoreAdded(countWords(added.length - mostNamed))}</li>
      )}
      {removed.slice(0, mostNamed).map((one) => (
        <li key={`-${JSON.stringify(one)}`}>
          <span aria-hidden="true">− </span>
          <span class="unseen">{texts.changedField.removed} </span>
          <del>{valueOf(one)}</del>
        </li>
      ))}
      {removed.length > mostNamed && (
        <li class="quiet">{texts.changedField.andMoreRemoved(countWords(removed.length - mostNamed))}</li>
      )}
    </ul>
  );
}

interface ValueProps {
  readonly kind: Kind;
  readonly of: Kind | undefined;
  readonly field: string;
  readonly value: unknown;
  readonly titles: ReadonlyMap<string, string>;
}

function Value({ kind, of, field: name, value, titles }: ValueProps) {
  const { place, follow } = useInventory();
  if (of && typeof value === 'string')
    return (
      <a href={writePlace(rowPlace(place.networkId!, of, value, place.at))} onClick={follow}>
        <bdi>{titles.get(value) ?? value}</bdi>
      </a>
    );
  const field = kind.fields.find((one) => one.name === name);
  if (typeof value === 'object' || !field) return <ObjectFacts value={value} />;
  return <Plain field={field} value={value} />;
}
