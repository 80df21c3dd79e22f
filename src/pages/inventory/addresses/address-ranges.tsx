// Shows the ranges of a subnet's addresses as a list, and the facts about one range.
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { InventoryReleaseAddressesDocument } from '../../../generated/inventory-operations';
import { ask, errorText } from '../../kit/asking';
import { kindOfList } from '../address/kinds-by-list';
import { instantWords } from '../../kit/instants/instant-words';
import { RowLink } from '../rows/values';
import {
  digitWords,
  findHolders,
  hostWords,
  chooseLook,
  looks,
  rangeWords,
  reservationWords,
  type Range,
  type Reservation,
} from './address-words';
import { texts } from '../page-texts';

export interface Actions {
  readonly mayWrite: boolean;
  reserve(first: string, last: string): void;
  changed(words: string): Promise<void>;
}

interface RangeFactsProps {
  readonly range: Range;
  readonly address: string;
  readonly actions: Actions;
  readonly children?: ComponentChildren;
}

/**
 * Facts about an address, or about a range of addresses with the same use: the hosts that have it, and its reservation.
 */
export function RangeFacts({ range, address, actions, children }: RangeFactsProps) {
  const holders = findHolders(range, address);
  const { state, reservation } = range;
  return (
    <div class="address-facts" role="group" aria-label={address}>
      <p>
        <strong>{address}</strong> <span class="quiet">{looks[chooseLook(range, holders)].label}</span>
      </p>
      <Holders holders={holders} />
      {reservation && <Reserved reservation={reservation} actions={actions} />}
      {state === 'Free' && actions.mayWrite && (
        <p>
          <button type="button" onClick={() => actions.reserve(address, address)}>
            {texts.addressRanges.reserve(address)}
          </button>
        </p>
      )}
      {children}
    </div>
  );
}

function Holders({ holders }: { holders: Range['holders'] }) {
  if (holders.length === 0) return null;
  return (
    <ul class="related">
      {holders.map(({ host, lastSeenAt, isStale }, at) => (
        <li key={at}>
          {host ? (
            <RowLink row={host} kind={kindOfList('hosts')} title={['displayName']} />
          ) : (
            texts.addressRanges.deletedHost
          )}
          {lastSeenAt && <span class="quiet"> {texts.addressRanges.lastSeen(instantWords(lastSeenAt), isStale)}</span>}
        </li>
      ))}
    </ul>
  );
}

function Reserved({ reservation, actions }: { reservation: Reservation; actions: Actions }) {
  const [isAsked, setAsked] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const { id, firstAddress, lastAddress, description } = reservation;
  const words = rangeWords({ first: firstAddress, last: lastAddress });
  const release = async () => {
    setBusy(true);
    try {
      await ask(InventoryReleaseAddressesDocument, { id });
      await actions.changed(texts.addressRanges.isReleased(words));
    } catch (error) {
      setProblem(errorText(error));
    }
    setBusy(false);
  };
  return (
    <div>
      <p>
        {texts.addressRanges.reserved(words, reservationWords(reservation))} {description}
      </p>
      <div role="alert">{problem && <p class="problem">{problem}</p>}</div>
      {actions.mayWrite && (
        <p class="buttons">
          {isAsked ? (
            <>
              <button type="button" disabled={isBusy} onClick={() => void release()}>
                {texts.addressRanges.yesRelease(words)}
              </button>
              <button type="button" onClick={() => setAsked(false)}>
                {texts.addressRanges.keep}
              </button>
            </>
          ) : (
            <button type="button" onClick={() => setAsked(true)}>
              {texts.addressRanges.release(words)}
            </button>
          )}
        </p>
      )}
    </div>
  );
}

/** All ranges of a subnet, each with its number of addresses and its use. */
export function RangeList({ ranges, actions }: { ranges: readonly Range[]; actions: Actions }) {
  return (
    <ul class="address-ranges">
      {ranges.map((range) => {
        const look = chooseLook(range);
        return (
          <li key={range.first}>
            <p>
              <span class={`cell ${look}`} aria-hidden="true">
                {looks[look].sign}
              </span>{' '}
              <strong>{rangeWords(range)}</strong> <span class="quiet">{digitWords(range.count)}</span>{' '}
              {looks[look].label}
            </p>
            <RangeUse range={range} actions={actions} />
          </li>
        );
      })}
    </ul>
  );
}

function RangeUse({ range, actions }: { range: Range; actions: Actions }) {
  const { state, holders, holderCount, reservation, first, last } = range;
  const words = hostWords(holders, holderCount - holders.length);
  return (
    <>
      {holders.length === 1 ? <Holders holders={holders} /> : holders.length > 1 && <p>{words}</p>}
      {reservation && <Reserved key={reservation.id} reservation={reservation} actions={actions} />}
      {state === 'Free' && actions.mayWrite && (
        <p>
          <button
            type="button"
            aria-label={texts.addressRanges.reserve2(rangeWords(range))}
            onClick={() => actions.reserve(first, last)}
          >
            {texts.addressRanges.reserve3}
          </button>
        </p>
      )}
    </>
  );
}
