// Tests that the selected machine and the machines in questions, such as the ends of a path, stay when the user opens
// another view.
import { nameOfChosen } from '../../../src/pages/topology/graph/texts';
import { toOtherView } from '../../../src/pages/topology/panels/other-view';
import { readPlace } from '../../../src/pages/topology/state/place';
import { boxNamed, itemNamed, buildPicture } from './pictures';

const subnet = boxNamed('lan', { kind: 'Subnet', entityId: 'subnet' });
const machine = boxNamed('box', { kind: 'Host', hostId: 'switch' });
const address = { ...itemNamed('address', 'lan'), hostId: 'pc' };
const port = { ...itemNamed('port', 'box'), hostId: 'switch' };
const picture = buildPicture([subnet, machine, address, port], []);
const place = (change: object) => ({ ...readPlace(''), ...change });

test('addresses, ports and boxes become their machines, and machines stay', () => {
  expect(
    toOtherView(
      place({ from: 'address', to: 'port', root: 'pc', failing: ['box', 'port'], selected: 'address' }),
      picture,
    ),
  ).toMatchObject({ from: 'pc', to: 'switch', root: 'pc', failing: ['switch'], selected: 'pc', revealed: ['pc'] });
});

test('a machine that a question names has the name of its box, or of the machine of an address', () => {
  expect(nameOfChosen(picture, 'switch')).toBe(nameOfChosen(picture, 'box'));
  expect(nameOfChosen(picture, 'pc')).toBe('Machine address');
  expect(nameOfChosen(picture, 'gone')).toBeUndefined();
});

test('what is no machine is dropped, such as a subnet or a node that is not drawn', () => {
  expect(toOtherView(place({ from: 'lan', to: 'gone', failing: ['lan'], selected: 'lan' }), picture)).toMatchObject({
    ...{ from: null, to: null, root: null, failing: [], selected: null, revealed: [] },
  });
  expect(toOtherView(place({ from: 'address' }), undefined).from).toBeNull();
});
