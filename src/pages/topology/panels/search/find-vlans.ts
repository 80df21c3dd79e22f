// Finds VLANs by number or name.
import type { Vlan } from '../../state/store';

type FoundVlan = Pick<Vlan, 'id' | 'vlanNumber' | 'name'>;

export interface FoundVlans {
  /** VLANs that the text names: by number, by their whole name, or with the word VLAN. */
  readonly named: readonly FoundVlan[];
  /** VLANs in whose names the text occurs. */
  readonly others: readonly FoundVlan[];
}

/** Maximum number of VLANs of each kind in the list of results. */
const mostVlans = 5;

export function findVlans(vlans: readonly FoundVlan[], text: string): FoundVlans {
  const searchText = text.trim().toLowerCase();
  const withoutWord = searchText.replace(/^vlan[\s#-]*|\s+vlan$/g, '');
  const hasWord = withoutWord !== searchText;
  if (withoutWord === '') return { named: [], others: [] };
  const isNumber = /^\d+$/.test(withoutWord);
  const isNamed = ({ vlanNumber, name }: FoundVlan) =>
    (isNumber && vlanNumber === Number(withoutWord)) || name.toLowerCase() === withoutWord;
  const named = vlans.filter(isNamed);
  const others = vlans.filter((vlan) => {
    const { vlanNumber, name } = vlan;
    const isAlike = name.toLowerCase().includes(withoutWord);
    return !isNamed(vlan) && (isAlike || (isNumber && hasWord && String(vlanNumber).startsWith(withoutWord)));
  });
  if (hasWord) return { named: [...named, ...others].slice(0, mostVlans), others: [] };
  return { named: named.slice(0, mostVlans), others: others.slice(0, mostVlans) };
}
