// Tests the values of the inventory's forms: the inputs that a form sends, and the field that shows an error. A change
// by another user is merged or shown as a conflict, and never overwritten.
import { Refusal } from '../../../../src/pages/kit/ask';
import { allForms, fieldLabel, findForm, type FormField } from '../../../../src/pages/inventory/address/form-facts';
import {
  changedFields,
  createInput,
  isShown,
  meet,
  newValues,
  sentValue,
  storedValues,
  updateInput,
  type Values,
} from '../../../../src/pages/inventory/forms/form-values';
import { newPartRow, partsInput, withoutDangling } from '../../../../src/pages/inventory/forms/part-rows';
import { explainRefusal } from '../../../../src/pages/inventory/forms/refusals';

const field = (type: string, more: Partial<FormField> = {}): FormField => ({
  ...{ name: 'value', type, isList: false, isRequired: false, isNullable: true, hint: '' },
  ...{ isFirst: true, isCreated: true, isUpdated: true, ...more },
});
const fieldsOf = (list: string): readonly FormField[] => findForm(list)!.fields;

test.each([
  ['Int', '12', 12],
  ['Int', ' -3 ', -3],
  // These texts are no integers. The form sends them unchanged, because the API reports what is wrong with them.
  ['Int', '12a', '12a'],
  ['Int', '1.5', '1.5'],
  ['Int', '', null],
  ['BigInt', '9007199254740993', '9007199254740993'],
  ['Boolean', 'false', false],
  ['String', ' a ', ' a '],
  ['String', '', null],
  ['HostRole', 'Switch', 'Switch'],
  ['UUID', '', null],
])('a %s entered as "%s" is sent as %p', (type, text, expectedValue) =>
  expect(sentValue(field(type), text)).toEqual(expectedValue),
);

test('a cleared text that cannot be null is sent empty, and lists lose their empty lines', () => {
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
    expect(Object.keys(updateInput(fields, changed, entered))).toEqual([first!.name.split('.')[0]]);
  },
);

test('a new row is sent with the entered values and the required texts', () => {
  const fields = fieldsOf('hosts');
  expect(createInput(fields, newValues(fields, {}))).toEqual({ name: '', hidden: false });
  expect(createInput(fields, newValues(fields, { name: 'a', role: 'Switch', tagIds: 't' }))).toEqual({
    ...{ name: 'a', role: 'Switch', tagIds: ['t'], hidden: false },
  });
  // An empty number field is not sent, so that the API reports the number as missing.
  const ofVlans = fieldsOf('vlans');
  expect(createInput(ofVlans, newValues(ofVlans, {}))).toEqual({ name: '' });
});

test('a change of one side is taken, different changes of both sides conflict, equal ones do not', () => {
  const fields = fieldsOf('vlans');
  const base = { vlanNumber: '1', name: 'a', description: 'b' };
  const theirs = { vlanNumber: '2', name: 'c', description: 'd' };
  const yours = { vlanNumber: '1', name: 'c', description: 'e' };
  const { merged, taken, disputed } = meet(fields, base, theirs, yours);
  expect([taken.map(({ name }) => name), disputed.map(({ name }) => name)]).toEqual([['vlanNumber'], ['description']]);
  expect(merged).toEqual({ vlanNumber: '2', name: 'c', description: 'e' });
  expect(meet(fields, base, base, yours)).toEqual({ merged: yours, taken: [], disputed: [] });
});

test('a refusal is shown at its field, at the value that it names, or above the form', () => {
  const fields = fieldsOf('ipAddresses');
  const values = newValues(fields, { hostId: 'host-1', subnetId: 'subnet-1', ipAddress: '10.0.0.7' });
  const refused = (message: string, params: object) =>
    explainRefusal(
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

test('a refusal of one nested row is shown at that row if it is unambiguous, else at its list', () => {
  const { fields, parts } = findForm('hosts')!;
  const fieldsOfPart = parts.find(({ name }) => name === 'ports')!.fields;
  const port = (key: number, number: string) => ({
    ...{ key, id: String(key), rows: {}, values: newValues(fieldsOfPart, { number, protocol: 'Tcp' }) },
  });
  const refused = (numbers: readonly string[], params: object) =>
    explainRefusal(
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
  // Both a host and its services have a `name`. An error about `name` without a prefix belongs to the host.
  expect(refused(['1'], { field: 'name' }).field).toBe('name');
  expect(refused(['1'], { field: 'services.name' }).field).toBe('services');
  expect(refused(['1', '2'], { id: '2' }).field).toBe('ports.6.number');
});

const partOf = (name: string) => findForm('hosts')!.parts.find((part) => part.name === name)!;
const part = (name: string, key: number, fieldValues: Values, rows = {}) => ({
  ...{ ...newPartRow(partOf(name), key), rows },
  values: newValues(partOf(name).fields, fieldValues),
});

test('nested rows are sent as entered; lists without entries are not sent', () => {
  const rows = { ports: [part('ports', 3, { number: '80', protocol: 'Tcp' })], services: [] };
  expect(partsInput(findForm('hosts')!.parts, rows)).toEqual({ ports: [{ number: 80, protocol: 'Tcp' }] });
});

test('a binding of a new service refers to an address and a port in the same form', () => {
  const { parts } = findForm('hosts')!;
  const [bindings] = partOf('services').parts;
  const ports = [
    part('ports', 0, { number: '80', protocol: 'Tcp' }),
    part('ports', 1, { number: '81', protocol: 'Tcp' }),
  ];
  const boundTo = (portId: string) => ({
    ...newPartRow(bindings!, 0),
    values: newValues(bindings!.fields, { portId }),
  });
  const service = part('services', 0, { name: 'a', serviceDefinition: 'b' }, { bindings: [boundTo(ports[1]!.id)] });
  const rows = { ports, services: [service] };
  expect(ports[1]!.id).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/);
  expect(partsInput(parts, rows)).toEqual({
    // Only ports to which another row of the form refers are sent with an id.
    ports: [
      { number: 80, protocol: 'Tcp' },
      { id: ports[1]!.id, number: 81, protocol: 'Tcp' },
    ],
    services: [{ name: 'a', serviceDefinition: 'b', bindings: [{ portId: ports[1]!.id }] }],
  });
  // A port was removed from the form, so bindings no longer refer to the port.
  const remainingRows = withoutDangling(parts, { ...rows, ports: [ports[0]!] });
  expect(partsInput(parts, remainingRows)).toEqual({
    ports: [{ number: 80, protocol: 'Tcp' }],
    services: [{ name: 'a', serviceDefinition: 'b', bindings: [{}] }],
  });
});

test('a refusal inside a doubly nested row is shown at its field', () => {
  const { fields, parts } = findForm('hosts')!;
  const [bindings] = partOf('services').parts;
  const binding = { ...newPartRow(bindings!, 4), values: newValues(bindings!.fields, { portId: 'port-1' }) };
  const rows = {
    services: [part('services', 2, { name: 'a' }), part('services', 3, { name: 'b' }, { bindings: [binding] })],
  };
  const refused = (params: object) =>
    explainRefusal(
      { list: 'hosts', fields, values: newValues(fields, { name: 'a' }), parts, rows },
      new Refusal('refused.', 'code', false, undefined, params),
    ).field;
  expect(refused({ field: 'input.services.bindings.portId' })).toBe('services.3.bindings.4.portId');
  expect(refused({ id: 'port-1' })).toBe('services.3.bindings.4.portId');
  expect(refused({ field: 'services.bindings' })).toBe('services.3.bindings');
});

test('an object is entered field by field, sent as a whole, and null if it is cleared', () => {
  const fields = fieldsOf('hosts');
  const row = {
    ...{ id: 'x', updatedAt: 'y', name: 'a', hidden: false, tagIds: [], credentialIds: ['c', 'd'] },
    virtualizationMetadata: { type: 'Proxmox', details: { vmName: 'web', vmId: null } },
  };
  const stored = storedValues(fields, row);
  expect(stored).toMatchObject({
    'virtualizationMetadata.type': 'Proxmox',
    'virtualizationMetadata.details.vmName': 'web',
    'virtualizationMetadata.details.vmId': '',
    credentialAssignments: ['c', 'd'],
  });
  const saved = (entered: Values) => {
    const values = { ...stored, ...entered };
    return updateInput(fields, changedFields(fields, stored, values), values);
  };
  expect(saved({ 'virtualizationMetadata.details.vmId': '104' })).toEqual({
    virtualizationMetadata: { type: 'Proxmox', details: { vmName: 'web', vmId: '104' } },
  });
  const none = { 'virtualizationMetadata.type': '', 'virtualizationMetadata.details.vmName': '' };
  expect(saved(none)).toEqual({ virtualizationMetadata: null });
  expect(saved({ credentialAssignments: ['d'] })).toEqual({ credentialAssignments: [{ credentialId: 'd' }] });
});

test('members of a group are sent with the chosen kind, also if there are none', () => {
  const fields = fieldsOf('groups');
  const row = {
    ...{ id: 'x', updatedAt: 'y', name: 'a', memberType: 'Services', tagIds: [] },
    memberIds: { serviceIds: ['s', 't'], bindingIds: null },
  };
  const stored = storedValues(fields, row);
  expect(stored['members.serviceIds']).toEqual(['s', 't']);
  const saved = (entered: Values) => {
    const values = { ...stored, ...entered };
    return updateInput(fields, changedFields(fields, stored, values), values);
  };
  expect(saved({ 'members.serviceIds': ['t', 's'] })).toEqual({
    members: { type: 'Services', serviceIds: ['t', 's'] },
  });
  expect(saved({ 'members.serviceIds': [] })).toEqual({ members: { type: 'Services', serviceIds: [] } });
  expect(saved({ 'members.type': 'Bindings', 'members.bindingIds': ['b'] })).toEqual({
    members: { type: 'Bindings', bindingIds: ['b'] },
  });
  const listShownNames = (type: string) =>
    fields.filter((one) => isShown(one, { ...stored, 'members.type': type })).map(({ name }) => name);
  expect(listShownNames('Bindings')).not.toContain('members.serviceIds');
  expect(listShownNames('')).not.toContain('members.bindingIds');
});

test('scan settings that were not edited are kept; other settings are entered as JSON', () => {
  const fields = fieldsOf('discoveries');
  const row = {
    ...{ id: 'x', updatedAt: 'y', name: 'a', daemonId: 'd', forceFullScan: false, tagIds: [] },
    discoveryType: {
      type: 'Unified',
      hostId: 'h',
      subnetIds: null,
      hostNamingFallback: 'Ip',
      scanSettings: { rate: 5 },
    },
    runType: { type: 'AdHoc', cronSchedule: null, enabled: null, timezone: null },
  };
  const stored = storedValues(fields, row);
  const saved = (entered: Values) => {
    const values = { ...stored, ...entered };
    return updateInput(fields, changedFields(fields, stored, values), values);
  };
  const type = { type: 'Unified', hostId: 'h', hostNamingFallback: 'Ip' };
  expect(saved({ 'discoveryType.subnetIds': ['s'] })).toEqual({
    discoveryType: { ...type, subnetIds: ['s'], scanSettings: { rate: 5 } },
  });
  expect(saved({ 'discoveryType.scanSettings': '{"rate": 7}' })).toEqual({
    discoveryType: { ...type, scanSettings: { rate: 7 } },
  });
  // Text that is no JSON is sent unchanged, because the API reports what is wrong with the text.
  expect(saved({ 'discoveryType.scanSettings': '{rate' })).toEqual({
    discoveryType: { ...type, scanSettings: '{rate' },
  });
  const scheduled = { 'runType.type': 'Scheduled', 'runType.cronSchedule': '0 0 2 * * 0' };
  expect(saved(scheduled)).toEqual({ runType: { type: 'Scheduled', cronSchedule: '0 0 2 * * 0' } });
  // If the user enters a schedule and then chooses another kind of run, the schedule is not sent.
  expect(saved({ ...scheduled, 'runType.type': 'AdHoc' })).toEqual({ runType: { type: 'AdHoc' } });
  // A copy of a finished run is a new job: the user must choose the kind of run, and the kind of scan has its
  // default.
  expect(newValues(fields, { 'discoveryType.type': 'Rescan', 'runType.type': 'Historical' })).toMatchObject({
    ...{ 'discoveryType.type': 'Unified', 'runType.type': '' },
  });
});

test('reference fields are labelled with the kind to which they refer', () => {
  expect(['hostId', 'tagIds', 'vlanIds', 'ifIndex'].map((name) => fieldLabel('interfaces', name))).toEqual([
    ...['Host', 'Tags', 'Tagged VLANs', 'Interface index'],
  ]);
});
