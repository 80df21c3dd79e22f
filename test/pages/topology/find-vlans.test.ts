// Tests that the search finds VLANs by number and name.
import { findVlans } from '../../../src/pages/topology/panels/search/find-vlans';

const vlans = [
  { id: 'v2', vlanNumber: 2, name: 'Lab 20' },
  { id: 'v20', vlanNumber: 20, name: 'Staff' },
  { id: 'v21', vlanNumber: 21, name: 'Guest staff' },
  { id: 'v200', vlanNumber: 200, name: 'Voice' },
];
const idsFor = (text: string) => {
  const { named, others } = findVlans(vlans, text);
  return [named, others].map((found) => found.map(({ id }) => id));
};

test('a number names the VLAN with this number; with the word VLAN, numbers that begin alike follow', () => {
  for (const text of ['vlan 20', 'VLAN20', 'Vlan-20', '20 vlan'])
    expect(idsFor(text)).toEqual([['v20', 'v2', 'v200'], []]);
  expect(idsFor('20')).toEqual([['v20'], ['v2']]);
  expect(idsFor('vlan 7')).toEqual([[], []]);
});

test('a whole name names the VLAN; a part of a name finds VLANs after other results', () => {
  expect(idsFor('staff')).toEqual([['v20'], ['v21']]);
  expect(idsFor('vlan staff')).toEqual([['v20', 'v21'], []]);
  expect(idsFor('taf')).toEqual([[], ['v20', 'v21']]);
  expect(idsFor('vlan')).toEqual([[], []]);
});
