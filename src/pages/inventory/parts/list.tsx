// The page of a list: search, filters, columns, download, and the rows.
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Kind } from '../address/kinds-by-list';
import { filledLists } from '../kinds';
import { buildDownload } from '../address/download';
import { writePlace } from '../address/place';
import { canSearch } from '../address/filters';
import { BulkBar, useBulkActions } from '../bulk/bulk-bar';
import { useSelection } from '../rows/selection';
import { NewLink } from '../forms/row-actions';
import { listColumnChoices, readColumns, keepColumns } from '../rows/columns';
import { Table } from '../rows/table';
import { ChangesBanner } from '../live/banner';
import { useDifference } from '../live/use-difference';
import { useListChanges } from '../live/use-list-changes';
import { useRows, type Rows } from '../rows/use-rows';
import { countWords, toLabel, pathLabel } from '../texts';
import { useInventory } from '../address/context';
import { Chips, FilterForm } from './filters';
import { InstantChoice } from './instant';
import { SinceChoice, SinceSummary } from './since';
import { Problem } from '../../kit/problem';
import { texts } from '../page-texts';

export function List({ kind }: { kind: Kind }) {
  const { place, isReturning } = useInventory();
  const [columns, setColumns] = useState(() => readColumns(kind));
  const [opened, setOpened] = useState<'filter' | 'columns' | null>(null);
  const compared = useDifference(place);
  const { difference } = compared;
  const list = useRows(place, kind, { columns, isReturning, ids: difference && difference.ids });
  const refresh = () => {
    if (place.since !== null) void compared.reload();
    list.refresh();
  };
  const changes = useListChanges(place, kind, { rows: list.rows, refresh });
  const markOf = (id: string) => difference?.typeOf.get(id) ?? (changes.shownIds.has(id) ? 'Changed' : undefined);
  const selection = useSelection(kind, place, difference === null ? null : (difference?.ids ?? []));
  const actions = useBulkActions(kind);
  const toggle = (part: 'filter' | 'columns') => setOpened(opened === part ? null : part);
  const choose = (next: readonly string[] | null) => {
    keepColumns(kind, next);
    setColumns(next ?? kind.columns);
  };
  return (
    <>
      <div class="tools">
        {canSearch(kind) && <SearchBox kind={kind} />}
        <button type="button" aria-expanded={opened === 'filter'} onClick={() => toggle('filter')}>
          {texts.list.filter}
        </button>
        <button type="button" aria-expanded={opened === 'columns'} onClick={() => toggle('columns')}>
          {texts.list.columns}
        </button>
        <CsvLink />
        <NewLink kind={kind} />
        <p class="count" role="status">
          {compared.problem === null && countText(list, kind)}
        </p>
      </div>
      {(kind.hasPast || kind.isCompared) && (
        <div class="tools">
          {kind.hasPast && <InstantChoice />}
          {kind.isCompared && <SinceChoice />}
        </div>
      )}
      {opened === 'filter' && <FilterForm kind={kind} close={() => setOpened(null)} />}
      {opened === 'columns' && <ColumnChoice kind={kind} columns={columns} choose={choose} />}
      <Chips kind={kind} />
      {/* With another filter, another `key` renders a new bar, which does not show the outcome of an earlier action. */}
      {actions && (
        <BulkBar
          key={writePlace({ ...place, sort: null })}
          {...{ kind, actions, selection, list }}
          expectChanges={changes.expect}
        />
      )}
      <Problems list={list} />
      <SinceSummary kind={kind} asked={compared} />
      <ChangesBanner kind={kind} changes={changes} />
      {compared.problem !== null ? null : list.rows.length === 0 && list.total === 0 ? (
        <Nothing kind={kind} />
      ) : (
        <Table {...{ kind, columns, list, markOf }} selection={actions && selection} />
      )}
    </>
  );
}

function countText({ total, isLoading, problem }: Rows, kind: Kind): string {
  if (problem !== null) return '';
  if (total === undefined) return isLoading ? texts.list.loading : '';
  return `${countWords(total)} ${total === 1 ? kind.singular : kind.plural}`;
}

function Problems({ list }: { list: Rows }) {
  const { place, go } = useInventory();
  return (
    <div role="alert">
      {list.problem && <Problem problem={list.problem} reload={list.reload} />}
      {place.unknown.length > 0 && (
        <p class="problem">
          {texts.list.addressHasWhat} <bdi>{place.unknown.join(', ')}</bdi>
          {texts.list.listIsShown}{' '}
          <button type="button" class="link" onClick={() => go({ ...place, unknown: [] }, true)}>
            {texts.list.takeItOut}
          </button>
        </p>
      )}
    </div>
  );
}

function Nothing({ kind }: { kind: Kind }) {
  const { place, go, start } = useInventory();
  const network = start.networks.nodes.find(({ id }) => id === place.networkId);
  if (place.since !== null)
    return (
      <div class="empty">
        <h2>{texts.list.noThatMatchWere(kind.plural)}</h2>
      </div>
    );
  if (place.search.trim() !== '' || place.clauses.length > 0)
    return (
      <div class="empty">
        <h2>{texts.list.noMatch(kind.plural)}</h2>
        <p>
          <button type="button" class="link" onClick={() => go({ ...place, search: '', clauses: [] })}>
            {texts.list.removeTheSearch}
          </button>
        </p>
      </div>
    );
  const where = kind.isInNetwork && network ? texts.list.in(network.name) : '';
  return (
    <div class="empty">
      <h2>
        {place.at !== null && kind.hasPast
          ? texts.list.thereWere(kind.plural, where)
          : texts.list.noYet(kind.plural, where)}
      </h2>
      {place.at === null && <p>{kind.nextStep}</p>}
      {network &&
        filledLists.has(kind.list) &&
        place.at === null &&
        start.viewer.may.includes('createEnrolmentCode') && (
          <p>
            <a href={`/discovery/${network.id}/fill`}>{texts.list.howDoYouWant}</a>
          </p>
        )}
    </div>
  );
}

/** Milliseconds without a key press after which the filtered list is requested. */
const typingPauseMs = 300;

function SearchBox({ kind }: { kind: Kind }) {
  const { place, go } = useInventory();
  const input = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const search = (text: string) => {
    clearTimeout(timer.current);
    if (text.trim() !== place.search.trim()) go({ ...place, search: text.trim() }, true);
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  // A link or the browser's back button may change the search text in the URL. The search box then shows the new text.
  useEffect(() => {
    const { current } = input;
    if (current && current.value.trim() !== place.search) current.value = place.search;
  }, [place.search]);
  return (
    <input
      ref={input}
      id="search"
      type="search"
      aria-label={texts.list.search(kind.plural)}
      placeholder={kind.searchHint}
      maxLength={200}
      defaultValue={place.search}
      onInput={({ currentTarget: { value } }) => {
        clearTimeout(timer.current);
        timer.current = setTimeout(() => search(value), typingPauseMs);
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter') search(event.currentTarget.value);
        if (event.key !== 'ArrowDown') return;
        event.preventDefault();
        document.querySelector<HTMLElement>('[data-index] a[tabindex="0"]')?.focus();
      }}
    />
  );
}

/** A link to the CSV download of the list, with a text that names the filters that the download does not support. */
function CsvLink() {
  const { place } = useInventory();
  const download = buildDownload(place);
  if (!download) return null;
  const { href, missing } = download;
  if (missing.length === 0)
    return (
      <a class="button" href={href} download>
        {texts.list.csv}
      </a>
    );
  const names = missing.map(({ path }) => pathLabel(path.replace(/\.\w+$/, ''))).join(', ');
  return (
    <a class="button" href={href} download title={texts.list.downloadDoesNot(names)}>
      {texts.list.csvWithout(missing.length)}
    </a>
  );
}

interface ColumnChoiceProps {
  readonly kind: Kind;
  readonly columns: readonly string[];
  readonly choose: (columns: readonly string[] | null) => void;
}

function ColumnChoice({ kind, columns, choose }: ColumnChoiceProps) {
  const toggle = (name: string) =>
    choose(columns.includes(name) ? columns.filter((one) => one !== name) : [...columns, name]);
  return (
    <fieldset class="column-choice">
      <legend>{texts.list.columns}</legend>
      {listColumnChoices(kind).map(({ name }) => (
        <label key={name} class="check">
          <input type="checkbox" checked={columns.includes(name)} onChange={() => toggle(name)} /> {toLabel(name)}
        </label>
      ))}
      <p>
        <button type="button" onClick={() => choose(null)}>
          {texts.list.asAtFirst}
        </button>
      </p>
    </fieldset>
  );
}
