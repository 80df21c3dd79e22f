// Tests the values of forms: what is sent for each type, that a change by somebody else is merged or shown as a
// conflict and never overwritten, and that an error stands at the field that it names or whose value it names.
import { Refusal } from '../../../../src/pages/kit/ask';
import { allForms, fieldLabel, formOf, type FormField } from '../../../../src/pages/inventory/address/form-facts';
import {
  changedFields,
  createInput,
  meet,
  newValues,
  partsInput,
  refusedBy,
  sentValue,
  storedValues,
  updateInput,
} from '../../../../src/pages/inventory/forms/form-values';

const field = (type: string, more: Partial<FormField> = {}): FormField => ({
  ...{ name: 'value', type, isList: false, isRequired: false, isNullable: true, hint: '' },
  ...{ isFirst: true, isCreated: true, isUpdated: true, ...more },
});
const fieldsOf = (list: string): readonly FormField[] => formOf(list)!.fields;

test.each([
  ['Int', '12', 12],
  ['Int', ' -3 ', -3],
  // The API reports what is wrong with these values, which are therefore sent unchanged.
  ['Int', '12a', '12a'],
  ['Int', '1.5', '1.5'],
  ['Int', '', null],
  ['BigInt', '9007199254740993', '9007199254740993'],
  ['Boolean', 'false', false],
  ['String', ' a ', ' a '],
  ['String', '', null],
  ['HostRole', 'Switch', 'Switch'],
  ['UUID', '', null],
])('a %s entered as "%s" is sent as %p', (type, text, sent) => expect(sentValue(field(type), text)).toEqual(sent));

test('an emptied text that cannot be null is empty, and lists lose their empty lines', () => {
  expect(sentValue(field('String', { isNullable: false }), '')).toBe('');
  expect(sentValue(field('String', { isList: true }), ['aa:bb', ' ', ' cc:dd '])).toEqual(['aa:bb', 'cc:dd']);
});

test.each(allForms.filter(({ update }) => update).map((form) => [form.list, form] as const))(
  'a stored row of %s is unchanged until something is entered',
  (_list, { fields }) => {
    const row = {
      ...{ id: 'x', updatedAt: 'y' },
      ...Object.fromEntries(
        fields.map(({ name, isList, type }) => [name, isList ? ['a'] : type === 'Boolean' ? true : null]),
      ),
    };
    const stored = storedValues(fields, row);
    expect(changedFields(fields, stored, stored)).toEqual([]);
    const [first] = fields.filter(({ isUpdated }) => isUpdated);
    const entered = { ...stored, [first!.name]: first!.isList ? ['b'] : 'b' };
    const changed = changedFields(fields, stored, entered);
    expect(Object.keys(updateInput(changed, entered))).toEqual([first!.name]);
  },
);

test('a new row has what was entered, and its required texts', () => {
  const fields = fieldsOf('hosts');
  expect(createInput(fields, newValues(fields, {}))).toEqual({ name: '', hidden: false });
  expect(createInput(fields, newValues(fields, { name: 'a', role: 'Switch', tagIds: 't' }))).toEqual({
    ...{ name: 'a', role: 'Switch', tagIds: ['t'], hidden: false },
  });
  // If the field has no number, the API reports that one is required.
  const ofVlans = fieldsOf('vlans');
  expect(createInput(ofVlans, newValues(ofVlans, {}))).toEqual({ name: '' });
});

test('what one side changed alone is taken, what both changed is disputed, and equal changes are neither', () => {
  const fields = fieldsOf('vlans');
  const base = { vlanNumber: '1', name: 'a', description: 'b' };
  const theirs = { vlanNumber: '2', name: 'c', description: 'd' };
  const yours = { vlanNumber: '1', name: 'c', description: 'e' };
  const { merged, taken, disputed } = meet(fields, base, theirs, yours);
  expect([taken.map(({ name }) => name), disputed.map(({ name }) => name)]).toEqual([['vlanNumber'], ['description']]);
  expect(merged).toEqual({ vlanNumber: '2', name: 'c', description: 'e' });
  expect(meet(fields, base, base, yours)).toEqual({ merged: yours, taken: [], disputed: [] });
});

test('a refusal stands at its field, at the value that it names, or above all', () => {
  const fields = fieldsOf('ipAddresses');
  const values = newValues(fields, { hostId: 'host-1', subnetId: 'subnet-1', ipAddress: '10.0.0.7' });
  const refused = (message: string, params: object) =>
    refusedBy(
      { list: 'ipAddresses', fields, values, parts: [], rows: {} },
      new Refusal(message, 'code', false, undefined, params),
    );
  expect(refused('macAddress has an invalid format.', { field: 'macAddress' })).toEqual({
    ...{ field: 'macAddress', words: 'MAC address has an invalid format.' },
  });
  expect(refused('input.hostId is required.', { field: 'input.hostId' }).field).toBe('hostId');
  expect(refused('a IpAddress with ip_address "10.0.0.7" exists already.', { field: 'ip_address' }).field).toBe(
    'ipAddress',
  );
  expect(refused('10.0.0.7 is outside 10.1.0.0/16.', { ip: '10.0.0.7', subnet: '10.1.0.0/16' }).field).toBe(
    'ipAddress',
  );
  expect(refused('Subnet subnet-1 not found.', { entity: 'Subnet', id: 'subnet-1' }).field).toBe('subnetId');
  expect(refused('conflicts with binding 7.', { id: '7' })).toEqual({
    ...{ field: undefined, words: 'Conflicts with binding 7.' },
  });
});

test('a refusal of a part stands at the part that it can only mean, else at its list', () => {
  const { fields, parts } = formOf('hosts')!;
  const fieldsOfPart = parts.find(({ name }) => name === 'ports')!.fields;
  const port = (key: number, number: string) => ({
    ...{ key, values: newValues(fieldsOfPart, { number, protocol: 'Tcp' }) },
  });
  const refused = (numbers: readonly string[], params: object) =>
    refusedBy(
      {
        ...{ list: 'hosts', fields, values: newValues(fields, { name: 'a' }), parts },
        rows: { ports: numbers.map((number, index) => port(index + 5, number)) },
      },
      new Refusal('input.ports.number is required.', 'code', false, undefined, params),
    );
  const ofNumber = { field: 'input.ports.number' };
  expect(refused(['x'], ofNumber)).toEqual({ field: 'ports.5.number', words: 'Number is required.' });
  expect(refused(['1', ''], ofNumber).field).toBe('ports.6.number');
  expect(refused(['1', '2'], ofNumber).field).toBe('ports');
  expect(refused(['1', '2'], { field: 'ports' }).field).toBe('ports');
  // A host has a name, and so do its services. An error about `name` belongs to the host.
  expect(refused(['1'], { field: 'name' }).field).toBe('name');
  expect(refused(['1'], { field: 'services.name' }).field).toBe('services');
  expect(refused(['1', '2'], { id: '2' }).field).toBe('ports.6.number');
});

test('parts are sent as they are entered, and lists without a part are not', () => {
  const { parts } = formOf('hosts')!;
  const { fields } = parts.find(({ name }) => name === 'ports')!;
  const rows = { ports: [{ key: 3, values: newValues(fields, { number: '80', protocol: 'Tcp' }) }], services: [] };
  expect(partsInput(parts, rows)).toEqual({ ports: [{ number: 80, protocol: 'Tcp' }] });
});

test('fields are named by what they lead to', () => {
  expect(['hostId', 'tagIds', 'vlanIds', 'ifIndex'].map((name) => fieldLabel('interfaces', name))).toEqual([
    ...['Host', 'Tags', 'Tagged VLANs', 'Interface index'],
  ]);
});
