// Parts that are made with a new row: addresses, ports, interfaces and services of a host, each with its fields.
import { useLayoutEffect, useRef } from 'preact/hooks';
import { kindOfList } from '../address/kinds-by-list';
import { upperFirst } from '../texts';
import type { FormPart } from '../address/form-facts';
import { newValues, partPath, type PartRow, type Refused, type Value } from './form-values';
import { InputField } from './input-field';

interface PartsEntryProps {
  readonly part: FormPart;
  readonly rows: readonly PartRow[];
  readonly networkId: string;
  readonly refused: Refused | null;
  readonly change: (next: (rows: readonly PartRow[]) => readonly PartRow[]) => void;
  /** A text that names no row yet; null: there is none. */
  readonly leaveOpen: (path: string, text: string | null) => void;
}

export function PartsEntry({ part, rows, networkId, refused, change, leaveOpen }: PartsEntryProps) {
  const { singular, plural } = kindOfList(part.name);
  const element = useRef<HTMLFieldSetElement>(null);
  const nextKey = useRef(0);
  /** The row that was added last; its first field gets the focus. */
  const added = useRef<number | null>(null);
  useLayoutEffect(() => {
    if (added.current === null) return;
    element.current?.querySelector<HTMLElement>(`[data-part="${added.current}"] :is(input, select, textarea)`)?.focus();
    added.current = null;
  });
  const add = () => {
    const key = nextKey.current;
    nextKey.current += 1;
    added.current = key;
    change((before) => [...before, { key, values: newValues(part.fields, {}) }]);
  };
  const remove = (key: number) => {
    change((before) => before.filter((row) => row.key !== key));
    for (const { name } of part.fields) leaveOpen(partPath(part.name, key, name), null);
    element.current?.querySelector<HTMLElement>('.add')?.focus();
  };
  const enter = (key: number, name: string, value: Value) =>
    change((before) =>
      before.map((row) => (row.key === key ? { ...row, values: { ...row.values, [name]: value } } : row)),
    );
  const isRefused = refused?.field === part.name;
  return (
    <fieldset ref={element} class="parts">
      <legend>{upperFirst(plural)}</legend>
      {isRefused && (
        <p class="at-field refused" role="alert" tabIndex={-1}>
          {refused.words}
        </p>
      )}
      {rows.map(({ key, values }, index) => (
        <div key={key} class="part" role="group" aria-label={`${upperFirst(singular)} ${index + 1}`} data-part={key}>
          <div class="fields">
            {part.fields.map((field) => {
              const path = partPath(part.name, key, field.name);
              return (
                <InputField
                  key={field.name}
                  {...{ field, path, networkId, list: part.name, hostId: '' }}
                  value={values[field.name]!}
                  words={refused?.field === path ? refused.words : null}
                  change={(value) => enter(key, field.name, value)}
                  leaveOpen={(text) => leaveOpen(path, text)}
                />
              );
            })}
          </div>
          <button type="button" onClick={() => remove(key)}>
            Remove {singular} {index + 1}
          </button>
        </div>
      ))}
      <button type="button" class="add" onClick={add}>
        Add {singular}
      </button>
    </fieldset>
  );
}
