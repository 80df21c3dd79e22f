// A link from a free address to the form of a new host, in which that address is already filled in.
import { useInventory } from '../address/context';
import { findForm } from '../address/form-facts';
import { kindOfList } from '../address/kinds-by-list';
import { newPlace, writePlace } from '../address/place';
import { texts } from '../page-texts';

interface LinkProps {
  readonly networkId: string;
  readonly subnetId: string;
  readonly address: string;
}

export function NewHostLink({ networkId, subnetId, address }: LinkProps) {
  const { place, start, follow } = useInventory();
  const { create } = findForm('hosts')!;
  if (place.at !== null || create === null || !start.viewer.may.includes(create)) return null;
  const presets = { 'ipAddresses.subnetId': subnetId, 'ipAddresses.ipAddress': address };
  return (
    <a class="button" href={writePlace(newPlace(networkId, kindOfList('hosts'), presets))} onClick={follow}>
      {texts.newHostLink.newHost(address)}
    </a>
  );
}
