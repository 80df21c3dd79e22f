// The sections of a form for rows that are created together with the main row, such as ports of a new host.
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { FormPart } from '../address/form-facts';
import { kindOfList } from '../address/kinds-by-list';
import { upperFirst } from '../texts';
import type { FieldScope } from './field-scope';
import type { Value } from './form-values';
import { InputField } from './input-field';
import { newPartRow, partPath, type PartRow } from './part-rows';
import { texts } from './texts';

interface PartsEntryProps {
  readonly part: FormPart;
  readonly at: string;
  readonly rows: readonly PartRow[];
  readonly scope: FieldScope;
  readonly change: (next: (rows: readonly PartRow[]) => readonly PartRow[]) => void;
}

export function PartsEntry({ part, at, rows, scope, change }: PartsEntryProps) {
  const { singular, plural } = kindOfList(part.name);
  const element = useRef<HTMLFieldSetElement>(null);
  const nextKey = useRef(Math.max(-1, ...rows.map(({ key }) => key)) + 1);
  /** The row that the user has just added. Its first field gets the focus. */
  const added = useRef<string | null>(null);
  useLayoutEffect(() => {
    if (added.current === null) return;
    element.current?.querySelector<HTMLElement>(`[data-part="${added.current}"] :is(input, select, textarea)`)?.focus();
    added.current = null;
  });
  const add = () => {
    const key = nextKey.current;
    nextKey.current += 1;
    added.current = `${at}.${key}`;
    change((before) => [...before, newPartRow(part, key)]);
  };
  const remove = (key: number) => {
    change((before) => before.filter((row) => row.key !== key));
    scope.forget(`${at}.${key}`);
    element.current?.querySelector<HTMLElement>(':scope > .add')?.focus();
  };
  const changeRow = (key: number, next: (row: PartRow) => PartRow) =>
    change((before) => before.map((row) => (row.key === key ? next(row) : row)));
  return (
    <fieldset ref={element} class="parts">
      <legend>{upperFirst(plural)}</legend>
      {scope.refused?.field === at && (
        <p class="at-field refused" role="alert" tabIndex={-1}>
          {scope.refused.words}
        </p>
      )}
      {rows.map((row, index) => {
        const place = `${at}.${row.key}`;
        return (
          <div
            key={row.key}
            class="part"
            role="group"
            aria-label={`${upperFirst(singular)} ${index + 1}`}
            data-part={place}
          >
            <PartRowEntry {...{ part, at, row, scope }} change={(next) => changeRow(row.key, next)} />
            <button type="button" onClick={() => remove(row.key)}>
              {texts.partsEntry.remove(singular, index + 1)}
            </button>
          </div>
        );
      })}
      <button type="button" class="add" onClick={add}>
        {texts.partsEntry.add(singular)}
      </button>
    </fieldset>
  );
}

interface PartRowProps {
  readonly part: FormPart;
  readonly at: string;
  readonly row: PartRow;
  readonly scope: FieldScope;
  readonly change: (next: (row: PartRow) => PartRow) => void;
}

function PartRowEntry({ part, at, row, scope, change }: PartRowProps) {
  const { key, values, rows } = row;
  const inside: FieldScope = {
    ...scope,
    valueOf: (name) => (name in values ? String(values[name]) : scope.valueOf(name)),
  };
  const enter = (name: string, value: Value) =>
    change((before) => ({ ...before, values: { ...before.values, [name]: value } }));
  return (
    <>
      <div class="fields">
        {part.fields.map((field) => (
          <InputField
            key={field.name}
            {...{ field, list: part.name, scope: inside }}
            path={partPath(at, key, field.name)}
            value={values[field.name]!}
            change={(value) => enter(field.name, value)}
          />
        ))}
      </div>
      {part.parts.map((below) => (
        <PartsEntry
          key={below.name}
          part={below}
          at={partPath(at, key, below.name)}
          rows={rows[below.name] ?? []}
          scope={inside}
          change={(next) =>
            change((before) => ({
              ...before,
              rows: { ...before.rows, [below.name]: next(before.rows[below.name] ?? []) },
            }))
          }
        />
      ))}
    </>
  );
}
