// Wireless clients of a host or radio, or the access point of a client, each with the signal strength.
import type { PageWirelessFragment } from '../../../../generated/page-operations';
import { List } from './fact-lists';
import { texts } from './texts';

const bands: Readonly<Record<NonNullable<PageWirelessFragment['band']>, string>> = {
  TwoPointFourGhz: '2.4 GHz',
  FiveGhz: '5 GHz',
  SixGhz: '6 GHz',
};

interface WirelessListProps {
  readonly title: string;
  readonly list: { readonly totalCount: number; readonly nodes: readonly PageWirelessFragment[] };
  /** What each entry of the list names: the client, the access point, or both. */
  readonly names: 'client' | 'accessPoint' | 'both';
  readonly isOpen?: boolean;
}

export function WirelessList({ title, list: { totalCount, nodes }, names, isOpen }: WirelessListProps) {
  return (
    <List title={title} count={totalCount} shownCount={nodes.length} isOpen={isOpen}>
      {nodes.map((association) => (
        <li key={association.id}>
          <bdi>{names === 'accessPoint' ? accessPointOf(association) : clientOf(association)}</bdi>
          {names === 'both' && (
            <>
              {' '}
              {texts.wirelessList.at} <bdi>{accessPointOf(association)}</bdi>
            </>
          )}{' '}
          <span class="quiet">
            <bdi>{association.ssid}</bdi>
            {radioWords(association).map((words, at) => (at > 0 || association.ssid !== null ? ` · ${words}` : words))}
          </span>
        </li>
      ))}
    </List>
  );
}

const clientOf = ({ clientHost, clientAddress, clientMac }: PageWirelessFragment): string =>
  clientHost?.displayName ?? clientAddress ?? clientMac;

const accessPointOf = (one: PageWirelessFragment): string =>
  one.accessPointHost?.displayName ??
  one.accessPointName ??
  one.accessPointAddress ??
  one.accessPointMac ??
  texts.wirelessList.accessPointWithout;

function radioWords({ band, channel, signal }: PageWirelessFragment): string[] {
  const words = [
    band && bands[band],
    channel !== null && `channel ${channel}`,
    signal?.signalDbm != null && `${signal.signalDbm} dBm`,
    signal?.snrDb != null && texts.wirelessList.snrDb(signal.snrDb),
  ];
  return words.filter((one) => typeof one === 'string');
}
