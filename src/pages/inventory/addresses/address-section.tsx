// The section of a subnet's page about its addresses: counts, a grid or ranges, the next free address, reservations.
import { useState } from 'preact/hooks';
import { InventoryAddressesDocument, InventoryNextFreeAddressDocument } from '../../../generated/inventory-operations';
import { Refusal } from '../../kit/ask';
import { ask, errorText, useAsked } from '../../kit/asking';
import { Copyable } from '../../kit/command';
import { useInventory } from '../address/context';
import { AddressGrid, cellsOf, Legend } from './address-grid';
import { RangeFacts, RangeList } from './address-ranges';
import { digitWords, type Range } from './address-words';
import { NewHostLink } from './new-host-link';
import { ReserveForm } from './reserve-form';
import { texts } from '../page-texts';

/** Maximum number of addresses of a subnet that are shown as a grid. Larger subnets are shown as a list of ranges. */
const mostCells = 256;

interface Page {
  readonly next?: string | null;
  readonly ranges: readonly Range[];
}

/**
 * Reads the ranges of a subnet's addresses page by page. `more` reads the next page, and `reload` starts again from the
 * first page.
 */
function useRanges(subnetId: string, at: string | null) {
  const [later, setLater] = useState<readonly Page[]>([]);
  const [moreProblem, setMoreProblem] = useState<string | null>(null);
  const read = (from: string | null, withCounts: boolean) =>
    ask(InventoryAddressesDocument, { id: subnetId, from, withCounts }, { at });
  const { data, problem, reload } = useAsked(async () => {
    const { subnet } = await read(null, true);
    setLater([]);
    return subnet;
  }, `${subnetId} ${at}`);
  const next = (later.at(-1) ?? data?.addressRanges)?.next ?? null;
  const more = async () => {
    try {
      const { subnet } = await read(next, false);
      // After a double click, two responses contain the same page. Only the first of the two responses is added.
      setLater((pages) => (pages.at(-1) === later.at(-1) ? [...pages, subnet.addressRanges] : pages));
      setMoreProblem(null);
    } catch (error) {
      setMoreProblem(errorText(error));
    }
  };
  const ranges = data ? [data.addressRanges, ...later].flatMap((page) => page.ranges) : [];
  return { subnet: data, ranges, problem: problem ?? moreProblem, reload, more: next === null ? undefined : more };
}

/**
 * The section about addresses on a subnet's page. Renders nothing for the subnet of source `System`, which holds all
 * external addresses.
 */
export function AddressSection({ subnetId }: { subnetId: string }) {
  const { place, start } = useInventory();
  const { subnet, ranges, problem, reload, more } = useRanges(subnetId, place.at);
  const [selected, setSelected] = useState<Selection | null>(null);
  const [form, setForm] = useState<{ readonly first: string; readonly last: string } | null>(null);
  const [notice, setNotice] = useState('');
  const [changes, setChanges] = useState(0);
  if (!subnet?.addressCounts || subnet.source.type === 'System')
    return problem ? <p class="problem">{problem}</p> : null;
  const { addressCounts: counts, cidr, networkId } = subnet;
  const mayWrite = place.at === null && start.viewer.permissions !== 'Viewer';
  const changed = async (words: string) => {
    setForm(null);
    setSelected(null);
    setNotice(words);
    setChanges((count) => count + 1);
    await reload();
  };
  const reserve = (first: string, last: string) => setForm({ first, last });
  const isGrid = Number(counts.total) <= mostCells && !more;
  const cells = isGrid ? cellsOf(ranges) : [];
  const actions = { mayWrite, reserve, changed };
  const isSelected = selected && ranges.includes(selected.range);
  return (
    <section class="addresses" aria-labelledby="addresses">
      <h3 id="addresses">
        {texts.addressSection.addresses}{' '}
        <span class="quiet">{texts.addressSection.used(Math.round(counts.usedPercent))}</span>
      </h3>
      <Counts counts={counts} />
      <p role="status" class="quiet">
        {notice}
      </p>
      <div role="alert">{problem && <p class="problem">{problem}</p>}</div>
      {place.at === null && (
        <NextFree key={`${subnetId} ${changes}`} {...{ networkId, subnetId, actions }} notice={setNotice} />
      )}
      {form && (
        <ReserveForm
          key={`${form.first} ${form.last}`}
          {...{ subnetId, networkId, ...form }}
          close={() => setForm(null)}
          done={(words) => void changed(words)}
        />
      )}
      {isGrid ? (
        <>
          <Legend present={new Set(cells.map(({ look }) => look))} />
          <AddressGrid
            cells={cells}
            label={texts.addressSection.addresses2(cidr)}
            selected={selected?.address ?? null}
            select={setSelected}
          />
          {isSelected && (
            <RangeFacts range={selected.range} address={selected.address} actions={actions}>
              {selected.range.state === 'Free' && (
                <NewHostLink {...{ networkId, subnetId }} address={selected.address} />
              )}
            </RangeFacts>
          )}
        </>
      ) : (
        <RangeList ranges={ranges} actions={actions} />
      )}
      {more && (
        <p>
          <button type="button" onClick={() => void more()}>
            {texts.addressSection.showMoreRanges}
          </button>
        </p>
      )}
    </section>
  );
}

interface Selection {
  readonly address: string;
  readonly range: Range;
}

interface CountsProps {
  readonly counts: {
    readonly total: string;
    readonly taken: number;
    readonly stale?: number | null;
    readonly reserved: string;
    readonly special: number;
    readonly free: string;
  };
}

function Counts({ counts: { total, taken, stale, reserved, special, free } }: CountsProps) {
  const facts = [
    [texts.addressSection.all, total],
    [texts.addressSection.taken, String(taken)],
    [texts.addressSection.notSeenForLong, String(stale ?? 0)],
    [texts.addressSection.reserved, reserved],
    [texts.addressSection.networksOwn, String(special)],
    [texts.addressSection.free, free],
  ] as const;
  return (
    <dl class="address-counts">
      {facts.map(([name, digits]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{digitWords(digits)}</dd>
        </div>
      ))}
    </dl>
  );
}

interface NextFreeProps {
  readonly networkId: string;
  readonly subnetId: string;
  readonly actions: { readonly mayWrite: boolean; reserve(first: string, last: string): void };
  readonly notice: (words: string) => void;
}

async function readNextFree(subnetId: string): Promise<string | null> {
  try {
    return (await ask(InventoryNextFreeAddressDocument, { subnetId })).nextFreeAddress.addresses[0] ?? null;
  } catch (error) {
    if (error instanceof Refusal && error.code === 'subnet_full') return null;
    throw error;
  }
}

function NextFree({ networkId, subnetId, actions, notice }: NextFreeProps) {
  const { data: address, problem } = useAsked(() => readNextFree(subnetId), subnetId);
  if (problem) return <p class="problem">{problem}</p>;
  if (address === undefined) return null;
  if (address === null) return <p>{texts.addressSection.noAddressIsFree}</p>;
  return (
    <div class="next-free">
      <span>{texts.addressSection.nextFreeAddress}</span>
      <Copyable text={address} name={texts.addressSection.nextFreeAddress} notice={notice} />
      {actions.mayWrite && (
        <button type="button" onClick={() => actions.reserve(address, address)}>
          {texts.addressSection.reserveAddresses}
        </button>
      )}
      <NewHostLink {...{ networkId, subnetId, address }} />
    </div>
  );
}
