// A list of all networks, which can be sorted by any of its columns.
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { agoWords } from '../../kit/ago-words';
import { isSilent } from '../../kit/daemon-silence';
import { List, type Column as ListColumn } from '../../kit/list/list';
import type { Sort } from '../../kit/list/use-list';
import { texts } from '../texts';
import { sortRows, type Column, type NetworkRow } from './network-rows';

const shownAtOnce = 50;

interface NetworkTableProps {
  readonly rows: readonly NetworkRow[];
  /** Number of all networks of the organization; `rows` may contain fewer. */
  readonly totalCount: number;
}

export function NetworkTable({ rows, totalCount }: NetworkTableProps) {
  const [sort, setSort] = useState<Sort<Column>>({ field: 'name', isDescending: false });
  const [text, setText] = useState('');
  const [limit, setLimit] = useState(shownAtOnce);
  const matching = rows.filter(({ name }) => name.toLocaleLowerCase().includes(text.toLocaleLowerCase()));
  const data = sortRows(matching, sort.field, sort.isDescending).slice(0, limit);
  const more = matching.length > limit ? async () => setLimit(limit + shownAtOnce) : undefined;
  const paged = { data, problem: null, reload: async () => undefined, more, totalCount: matching.length };
  return (
    <>
      {rows.length < totalCount && <p class="quiet">{texts.notAll(rows.length, totalCount)}</p>}
      <List
        list={{ ...paged, sort, setSort, text, setText }}
        name={texts.networks}
        nouns={texts.nouns}
        none={texts.noNetwork}
        search={texts.search}
        columns={rows.length > 1 ? columns : unsortedColumns}
      />
    </>
  );
}

/** A number, as a link to the rows that it counts. Zero is shown without a link. */
const number = (count: number, address: string): ComponentChildren =>
  count === 0 ? <span class="quiet">0</span> : <a href={address}>{count.toLocaleString()}</a>;

const column = (order: Column, cell: (row: NetworkRow) => ComponentChildren): ListColumn<NetworkRow, Column> => ({
  ...{ title: order === 'name' ? texts.network : texts[order], order, cell },
});

const columns: readonly ListColumn<NetworkRow, Column>[] = [
  column('name', ({ id, name }) => (
    <a href={`/topology?network=${id}`}>
      <bdi>{name}</bdi>
    </a>
  )),
  column('hosts', ({ id, hosts }) =>
    hosts === 0 ? <a href={`/discovery/${id}/fill`}>{texts.fill}</a> : number(hosts, `/inventory/${id}/hosts`),
  ),
  column('services', ({ id, services }) => number(services, `/inventory/${id}/services`)),
  column('subnets', ({ id, subnets }) => number(subnets, `/inventory/${id}/subnets`)),
  column('daemons', ({ id, daemons }) => number(daemons, `/discovery/${id}/daemons`)),
  column('lastSeen', (row) => (row.daemons === 0 ? null : <LastWord lastSeen={row.lastSeen} />)),
  column('newHosts', ({ id, newHosts }) => number(newHosts, `/inventory/${id}/hosts?sort=-createdAt`)),
  column('failingChecks', ({ id, failingChecks }) => (
    <span class={failingChecks > 0 ? 'is-bad' : undefined}>{number(failingChecks, `/checks/${id}?state=Failing`)}</span>
  )),
  column('failedRuns', ({ id, failedRuns }) => (
    <span class={failedRuns > 0 ? 'is-bad' : undefined}>{number(failedRuns, `/discovery/${id}/runs`)}</span>
  )),
];

/** The columns without sorting, for a table with a single network. */
const unsortedColumns = columns.map(({ title, cell }) => ({ title, cell }));

function LastWord({ lastSeen }: { readonly lastSeen: string | null }) {
  const now = Date.now();
  return (
    <span class={isSilent(lastSeen, now) ? 'is-bad' : undefined}>
      {lastSeen === null ? texts.never : agoWords(lastSeen, now)}
    </span>
  );
}
