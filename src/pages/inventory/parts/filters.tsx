// The filters of a list as chips, and the form that adds a filter.
import { useState } from 'preact/hooks';
import { enumValues, filterInputs } from '../../../generated/inventory-kinds';
import { instantAttributes, instantWords } from '../../kit/instants/instant-words';
import { filterablesOf, isValid, findLeaf, type Clause, type Filterable } from '../address/filters';
import { kindOfFilter, kindOfList, type Kind } from '../address/kinds-by-list';
import { useTitles } from '../rows/use-titles';
import { enumWords, toLabel, operatorLabel, pathLabel, yesOrNo } from '../texts';
import { useInventory } from '../address/context';
import { texts } from '../page-texts';

const operatorNames = new Set(['eq', 'in', 'contains', 'startsWith', 'gt', 'gte', 'lt', 'lte', 'isNull']);

/** Some filters, such as `stale`, have no operator. */
function partsOf(path: string): { field: string; operator: string | null } {
  const names = path.split('.');
  const last = names.at(-1)!;
  const isOperator = operatorNames.has(last) || last === 'some' || last === 'none';
  return isOperator ? { field: names.slice(0, -1).join('.'), operator: last } : { field: path, operator: null };
}

function kindOfIds(kind: Kind, field: string): Kind | undefined {
  const members = filterInputs[kind.filter] ?? {};
  const relation = field.endsWith('Ids') ? `${field.slice(0, -3)}s` : field.replace(/Id$/, '');
  const input = members[relation] ?? '';
  return kindOfFilter(input.replace('ListFilter', 'Filter'));
}

export function Chips({ kind }: { kind: Kind }) {
  const { place, go } = useInventory();
  const without = (clause: Clause) => go({ ...place, clauses: place.clauses.filter((one) => one !== clause) });
  if (place.clauses.length === 0) return null;
  return (
    <ul class="chips" aria-label={texts.filters.filters}>
      {place.clauses.map((clause) => (
        <li key={`${clause.path} ${clause.values.join(' ')}`}>
          <ClauseText kind={kind} clause={clause} />
          <button
            type="button"
            class="link"
            aria-label={texts.filters.removeTheFilter(pathLabel(partsOf(clause.path).field))}
            onClick={() => without(clause)}
          >
            ✕
          </button>
        </li>
      ))}
      {place.clauses.length > 1 && (
        <li class="all">
          <button type="button" class="link" onClick={() => go({ ...place, clauses: [] })}>
            {texts.filters.removeAll}
          </button>
        </li>
      )}
    </ul>
  );
}

function ClauseText({ kind, clause: { path, values } }: { kind: Kind; clause: Clause }) {
  const { field, operator } = partsOf(path);
  const type = findLeaf(kind.filter, path)?.type ?? 'String';
  const titles = useTitles(type === 'UUID' ? kindOfIds(kind, field) : undefined, values);
  const words = values.map((value) => {
    if (type === 'DateTime') return instantWords(value);
    if (type === 'Boolean') return yesOrNo(value === 'true');
    return type in enumValues ? enumWords(value) : (titles.get(value) ?? value);
  });
  const label = pathLabel(field);
  if (type === 'Exists') return <span>{`${label}: ${operatorLabel(operator!)}`}</span>;
  if (operator === 'isNull')
    return <span>{`${label} ${values[0] === 'true' ? texts.filters.isEmpty : texts.filters.isNotEmpty}`}</span>;
  const isOne = operator === null || (operator === 'in' && values.length === 1);
  const comparison = isOne ? 'is' : operatorLabel(operator, type === 'DateTime');
  return (
    <span>
      {label} {comparison} <b dir="auto">{words.join(', ')}</b>
    </span>
  );
}

function groupsOf(kind: Kind): [title: string, fields: Filterable[]][] {
  const groups = new Map<string, Filterable[]>();
  for (const field of filterablesOf(kind)) {
    const [first = '', ...rest] = field.path.split('.');
    const isList = field.operators.includes('some');
    const title = rest.length > 0 || isList ? toLabel(first) : '';
    groups.set(title, [...(groups.get(title) ?? []), field]);
  }
  return [...groups].sort(([one], [other]) => (one === '' ? -1 : other === '' ? 1 : one.localeCompare(other)));
}

export function FilterForm({ kind, close }: { kind: Kind; close: () => void }) {
  const { place, go } = useInventory();
  const fields = filterablesOf(kind);
  const [path, setPath] = useState('');
  const [operator, setOperator] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const field = fields.find((one) => one.path === path);
  const fullPath = field && field.operators.length > 0 ? `${path}.${operator}` : path;
  const leaf = field ? findLeaf(kind.filter, fullPath) : undefined;
  const choose = (next: string) => {
    const { operators = [] } = fields.find((one) => one.path === next) ?? {};
    setPath(next);
    setOperator(['contains', 'in', 'eq'].find((one) => operators.includes(one)) ?? operators[0] ?? '');
    setProblem(null);
  };
  const add = (event: SubmitEvent) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget as HTMLFormElement);
    const entered = data.getAll('value').map((value) => String(value).trim());
    const values = leaf?.isList
      ? entered
          .flatMap((value) => value.split(','))
          .map((value) => value.trim())
          .filter(Boolean)
      : entered;
    const clause = { path: fullPath, values: leaf?.type === 'Exists' ? ['true'] : values };
    if (!isValid(kind, clause)) return setProblem(hintFor(leaf?.type ?? ''));
    go({ ...place, clauses: [...place.clauses, clause] });
    close();
  };
  return (
    <form class="filter-form" aria-label={texts.filters.addAFilter} onSubmit={add}>
      <label>
        {texts.filters.field}
        <select name="field" value={path} required onChange={({ currentTarget }) => choose(currentTarget.value)}>
          <option value="">{texts.filters.chooseAField}</option>
          {groupsOf(kind).map(([title, members]) =>
            title === '' ? (
              members.map((one) => <FieldOption key={one.path} path={one.path} />)
            ) : (
              <optgroup key={title} label={title}>
                {members.map((one) => (
                  <FieldOption key={one.path} path={one.path} />
                ))}
              </optgroup>
            ),
          )}
        </select>
      </label>
      {field && field.operators.length > 0 && (
        <label>
          {texts.filters.comparison}
          <select name="operator" value={operator} onChange={({ currentTarget }) => setOperator(currentTarget.value)}>
            {field.operators.map((one) => (
              <option key={one} value={one}>
                {operatorLabel(one, findLeaf(kind.filter, `${path}.eq`)?.type === 'DateTime')}
              </option>
            ))}
          </select>
        </label>
      )}
      {leaf && leaf.type !== 'Exists' && (
        <ValueInput key={fullPath} kind={kind} field={path} type={leaf.type} isList={leaf.isList} />
      )}
      <div role="alert">{problem && <p class="problem">{problem}</p>}</div>
      <p class="buttons">
        <button type="submit" class="main" disabled={!leaf}>
          {texts.filters.addFilter}
        </button>
        <button type="button" onClick={close}>
          {texts.filters.cancel}
        </button>
      </p>
    </form>
  );
}

const FieldOption = ({ path }: { path: string }) => <option value={path}>{pathLabel(path)}</option>;

const hints: Readonly<Record<string, string>> = {
  Int: texts.filters.enterAWholeNumber,
  BigInt: texts.filters.enterAWholeNumber,
  UUID: texts.filters.enterAnId,
  DateTime: texts.filters.enterADate,
};
const hintFor = (type: string): string =>
  hints[type] ?? (type in enumValues ? texts.filters.chooseAValue : texts.filters.enterAValue);

interface ValueProps {
  readonly kind: Kind;
  readonly field: string;
  readonly type: string;
  readonly isList: boolean;
}

function ValueInput({ kind, field, type, isList }: ValueProps) {
  const options =
    type === 'Boolean'
      ? [
          ['true', texts.filters.yes],
          ['false', texts.filters.no],
        ]
      : enumValues[type]?.map((value) => [value, enumWords(value)]);
  if (options && isList)
    return (
      <fieldset>
        <legend>{texts.filters.values}</legend>
        {options.map(([value, words]) => (
          <label key={value} class="check">
            <input type="checkbox" name="value" value={value} /> {words}
          </label>
        ))}
      </fieldset>
    );
  if (options)
    return (
      <label>
        {texts.filters.value}
        <select name="value">
          {options.map(([value, words]) => (
            <option key={value} value={value}>
              {words}
            </option>
          ))}
        </select>
      </label>
    );
  if (type === 'UUID' && kindOfIds(kind, field) === kindOfList('tags')) return <TagChoice isList={isList} />;
  const inputProps = { name: 'value', required: true, autocomplete: 'off' };
  return (
    <label>
      {isList ? texts.filters.valuesSeparatedByCommas : texts.filters.value}
      {type === 'DateTime' ? (
        <input {...inputProps} {...instantAttributes} />
      ) : (
        <input {...inputProps} type="text" inputMode={type === 'Int' || type === 'BigInt' ? 'numeric' : 'text'} />
      )}
    </label>
  );
}

function TagChoice({ isList }: { isList: boolean }) {
  const { start } = useInventory();
  return (
    <label>
      {isList ? texts.filters.tags : texts.filters.tag}
      <select name="value" multiple={isList} required>
        {start.tags.nodes.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}
