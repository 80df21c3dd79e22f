// Tests the locations of machines on the topology page. Values of sysLocation with the same first part, such as a
// building, are one location, and a search lists locations among its other results.
import { groupLocations, withLocations } from '../../../src/pages/topology/graph/locations';

const counts = [
  { value: 'Main Hall, floor 2', count: 2 },
  { value: 'MAIN HALL / basement', count: 1 },
  { value: 'Annex', count: 9 },
  { value: ' , floor 1', count: 4 },
  { value: null, count: 5 },
];

test('values of sysLocation with the same site are one location, the location with most devices first', () => {
  expect(groupLocations(counts)).toEqual([
    { name: 'Annex', values: ['Annex'], deviceCount: 9 },
    { name: 'Main Hall', values: ['Main Hall, floor 2', 'MAIN HALL / basement'], deviceCount: 3 },
  ]);
});

test('a location comes behind a node of this name, and before other nodes only if it begins with the text', () => {
  const locations = groupLocations(counts).map(({ name }) => ({ name }));
  const matches = [{ name: 'main switch' }, { name: 'main' }];
  const names = (text: string) => withLocations(matches, locations, text).map(({ name }) => name);
  expect(names('main')).toEqual(['main', 'Main Hall', 'main switch', 'Annex']);
  expect(names('hall')).toEqual(['main switch', 'main', 'Annex', 'Main Hall']);
});
