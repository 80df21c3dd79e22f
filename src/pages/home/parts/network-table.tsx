// A table of all networks, which can be sorted by any of its columns.
import { useState } from 'preact/hooks';
import { agoWords } from '../../kit/ago-words';
import { isSilent } from '../../kit/daemon-silence';
import { texts } from '../texts';
import { sortRows, type Column, type NetworkRow } from './network-rows';

const columns: readonly (readonly [column: Column, title: string])[] = [
  ['name', texts.network],
  ['hosts', texts.hosts],
  ['services', texts.services],
  ['subnets', texts.subnets],
  ['daemons', texts.daemons],
  ['lastSeen', texts.lastSeen],
  ['newHosts', texts.newHosts],
  ['failedRuns', texts.failedRuns],
];
const shownAtOnce = 50;

interface NetworkTableProps {
  readonly rows: readonly NetworkRow[];
  /** Number of all networks; `rows` contains only the first of them. */
  readonly totalCount: number;
}

export function NetworkTable({ rows, totalCount }: NetworkTableProps) {
  const [sort, setSort] = useState<{ column: Column; isDescending: boolean }>({ column: 'name', isDescending: false });
  const [text, setText] = useState('');
  const [limit, setLimit] = useState(shownAtOnce);
  const matching = rows.filter(({ name }) => name.toLocaleLowerCase().includes(text.trim().toLocaleLowerCase()));
  const shown = sortRows(matching, sort.column, sort.isDescending).slice(0, limit);
  const choose = (column: Column) =>
    setSort({ column, isDescending: sort.column === column ? !sort.isDescending : column !== 'name' });
  return (
    <>
      {rows.length > 10 && (
        <p>
          <input
            type="search"
            aria-label={texts.search}
            placeholder={texts.search}
            value={text}
            onInput={({ currentTarget }) => setText(currentTarget.value)}
          />
        </p>
      )}
      {rows.length < totalCount && <p class="quiet">{texts.notAll(rows.length, totalCount)}</p>}
      <div class="table-scroller" role="group" aria-label={texts.networks} tabIndex={0}>
        <table>
          <thead>
            <tr>
              {columns.map(([column, title]) => (
                <th
                  key={column}
                  scope="col"
                  class={column}
                  {...(sort.column === column && { 'aria-sort': sort.isDescending ? 'descending' : 'ascending' })}
                >
                  <button type="button" onClick={() => choose(column)}>
                    {title}
                    <span aria-hidden="true">{sort.column !== column ? '' : sort.isDescending ? ' ↓' : ' ↑'}</span>
                  </button>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((row) => (
              <Row key={row.id} row={row} />
            ))}
          </tbody>
        </table>
      </div>
      {matching.length > shown.length && (
        <button type="button" onClick={() => setLimit(limit + shownAtOnce)}>
          {texts.more(shown.length, matching.length)}
        </button>
      )}
    </>
  );
}

function Row({ row }: { readonly row: NetworkRow }) {
  const now = Date.now();
  const isQuiet = row.daemons > 0 && isSilent(row.lastSeen, now);
  const inventory = `/inventory/${row.id}`;
  const number = (count: number, address: string) =>
    count === 0 ? <span class="quiet">0</span> : <a href={address}>{count.toLocaleString()}</a>;
  return (
    <tr>
      <th scope="row">
        <a href={`/topology?network=${row.id}`}>
          <bdi>{row.name}</bdi>
        </a>
      </th>
      <td>
        {row.hosts === 0 ? (
          <a href={`/discovery/${row.id}/fill`}>{texts.fill}</a>
        ) : (
          number(row.hosts, `${inventory}/hosts`)
        )}
      </td>
      <td>{number(row.services, `${inventory}/services`)}</td>
      <td>{number(row.subnets, `${inventory}/subnets`)}</td>
      <td>{number(row.daemons, `/discovery/${row.id}/daemons`)}</td>
      <td class={isQuiet ? 'is-bad' : ''}>
        {row.daemons === 0 ? '' : row.lastSeen === null ? texts.never : agoWords(row.lastSeen, now)}
      </td>
      <td>{number(row.newHosts, `${inventory}/hosts?sort=-createdAt`)}</td>
      <td class={row.failedRuns > 0 ? 'is-bad' : ''}>{number(row.failedRuns, `/discovery/${row.id}/runs`)}</td>
    </tr>
  );
}
