// Lists the ports to which a host was connected before its current port, latest first. Each entry links to the port's
// page at that time.
import type { InventoryLocationQuery } from '../../../generated/inventory-operations';
import { instantWords } from '../../kit/instants/instant-words';
import { useInventory } from '../address/context';
import { kindOfList } from '../address/kinds-by-list';
import { rowPlace, writePlace } from '../address/place';
import { RowLink } from '../rows/values';
import { countWords } from '../texts';
import { texts } from '../page-texts';

type Place = InventoryLocationQuery['location']['earlier'][number];

const [hosts, interfaces] = ['hosts', 'interfaces'].map((list) => kindOfList(list));

interface EarlierPlacesProps {
  readonly networkId: string;
  readonly places: readonly Place[];
  /** The number of all earlier ports; the response may contain fewer. */
  readonly count: number;
}

export function EarlierPlaces({ networkId, places, count }: EarlierPlacesProps) {
  const { follow } = useInventory();
  if (places.length === 0) return null;
  return (
    <details>
      <summary>
        {texts.earlierPlaces.whereItWasBefore} <span class="quiet">{countWords(count)}</span>
      </summary>
      <ol class="ports" aria-label={texts.earlierPlaces.earlierPlacesLatestFirst}>
        {places.map(({ interfaceId, interfaceName, host, macAddress, from, until }) => (
          <li key={`${interfaceId} ${macAddress} ${from}`}>
            <p>
              <a href={writePlace(rowPlace(networkId, interfaces!, interfaceId, from))} onClick={follow}>
                <bdi>{interfaceName}</bdi>
              </a>{' '}
              {texts.earlierPlaces.of}{' '}
              {host ? <RowLink row={host} kind={hosts!} title={hosts!.title} /> : texts.earlierPlaces.aDevice}
            </p>
            <p class="quiet">
              {texts.earlierPlaces.from(instantWords(from), until === null ? null : instantWords(until), macAddress)}
            </p>
          </li>
        ))}
        {count > places.length && (
          <li class="quiet">{texts.earlierPlaces.andEarlier(countWords(count - places.length))}</li>
        )}
      </ol>
    </details>
  );
}
