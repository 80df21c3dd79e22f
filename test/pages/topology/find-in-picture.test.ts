// Tests the search of visitors of a share: what it finds in a picture, in which order, and what it counts as folded.
import { countFolded, findInPicture } from '../../../src/pages/topology/shared/find-in-picture';
import type { Fold } from '../../../src/pages/topology/graph/picture';
import { boxNamed, buildPicture, itemNamed } from './pictures';

const fold = (special: Partial<Fold>): Fold => ({
  ...{ id: 'fold', basis: 'Endpoints', label: 'Endpoints', summary: '', reason: '', isExpanded: false, depth: 0 },
  ...{ parentFoldId: null, containerId: null, memberIds: [], nodeCount: 0, counts: [] },
  ...special,
});
const foldBox = (id: string, parentId: string | null, special: Partial<Fold>) =>
  boxNamed(id, { kind: 'Fold', parentId, title: id, fold: fold({ id, ...special }) });

const service = { id: 's1', name: 'nginx', category: 'Web', tagIds: [], ports: [], isHeading: false };
const picture = buildPicture(
  [
    boxNamed('switch', { kind: 'Host', hostId: 'h1', title: 'core-sw-1' }),
    itemNamed('port', 'switch', { hostId: 'h1', hostName: 'core-sw-1', title: 'Gi1/0/1', alias: 'to Straße' }),
    boxNamed('subnet', { kind: 'Subnet', title: 'Servers', fact: '10.1.0.0/24' }),
    itemNamed('address', 'subnet', { hostId: 'h2', hostName: 'web-1', title: 'web-1', address: '10.1.0.7' }),
    itemNamed('other', 'subnet', { hostId: 'h3', hostName: 'old-web-1', title: 'old', services: [service] }),
  ],
  [],
);
const find = (text: string, isVisible: (id: string) => boolean = () => true) =>
  findInPicture(picture, isVisible, text).map(({ id }) => id);

test.each([
  ['a name, whose equal comes before a part', 'WEB-1', ['address', 'other']],
  ['a host with a box by its box alone', 'core-sw', ['switch']],
  ['an address', '10.1.0.7', ['address']],
  ['a CIDR', '10.1.0.0/24', ['subnet']],
  ['the alias of a port, in another Unicode form', 'ｓｔｒａß', ['port']],
  ['a service', 'ngin', ['other']],
  ['nothing', 'absent', []],
])('finds %s', (_what, text, ids) => {
  expect(find(text)).toEqual(ids);
});

test('leaves out what the filters hide', () => {
  expect(find('web-1', (id) => id !== 'address')).toEqual(['other']);
});

test('lists at most 20 results', () => {
  const nodes = Array.from({ length: 30 }, (_, at) => itemNamed(`i${at}`, 'subnet', { title: `host ${at}` }));
  const many = buildPicture([boxNamed('subnet'), ...nodes], []);
  expect(findInPicture(many, () => true, 'host')).toHaveLength(20);
});

test('counts the nodes in collapsed folds once, and not those of expanded folds', () => {
  const folded = buildPicture(
    [
      foldBox('collapsed', null, { nodeCount: 12, counts: [{ kind: 'Group', count: 2 }] }),
      foldBox('inside', 'collapsed', { nodeCount: 5 }),
      foldBox('expanded', null, { nodeCount: 40, isExpanded: true }),
      foldBox('in expanded', 'expanded', { nodeCount: 3 }),
    ],
    [],
  );
  expect(countFolded(folded)).toBe(13);
  expect(countFolded(picture)).toBe(0);
});
