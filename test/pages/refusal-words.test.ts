// Tests the messages that users read when the service refuses a request. Messages contain no names of the API's fields,
// types and mutations, and no ids.
import { AppError, errorCodes } from '../../src/errors';
import { allForms, fieldLabel } from '../../src/pages/inventory/address/form-facts';
import { kinds } from '../../src/pages/inventory/address/kinds-by-list';
import { explainRefusal } from '../../src/pages/inventory/forms/refusals';
import { newValues } from '../../src/pages/inventory/forms/form-values';
import { lowerFirst } from '../../src/pages/inventory/texts';
import { Refusal } from '../../src/pages/kit/ask';
import { typeWords } from '../../src/pages/kit/words/field-words';

const id = '2c93a8b1-1979-57f4-8934-a33415eff0e8';
const refusalOf = (code: (typeof errorCodes)[number], params: object) => {
  const { message } = new AppError(code, { ...params });
  return new Refusal(message, code, false, undefined, params);
};

/** Prefixes of error codes for documents and requests that the pages never send. */
const ofPrograms = ['PERSISTED_QUERY_NOT_SUPPORTED', 'document_', 'idempotency_', 'validation_unknown_parameter'];

test.each(errorCodes.filter((code) => !ofPrograms.some((prefix) => code.startsWith(prefix))))(
  'the refusal %s has no names of the API and no ids',
  (code) => {
    const { message } = refusalOf(code, {
      ...{ entity: 'IPAddress', field: 'input.interfaces.macAddress', value: 'aa:bb', id, owner: 'SavedView' },
      ...{ owner_id: id, into_id: id, used_by: 'RoutingNeighbor', reason: 'other has a daemon', min: 1, max: 9 },
      ...{ action: 'createIpAddress', required: 'Member', first: '10.0.0.1', last: '10.0.0.9', ip: '10.0.0.1' },
      ...{ line: 1, column: 2, problem: 'Syntax Error: a name is missing.', name: 'users' },
      ...{ subnet: '10.1.0.0/16', count: 2, cost: 2, maximum: 1, method: 'POST', minimum: '0.1', max_bytes: 2_097_152 },
    });
    expect(message).toMatch(/^[\p{Lu}\d].*[^.]\.$/u);
    expect(message.replace(/IPv4|Node\.js/g, '')).not.toMatch(/[a-z][A-Z]|[a-z]_[a-z]|undefined|[\da-f]{8}-/);
  },
);

test('a merge of hosts that is too large names the list by its words', () => {
  const { message } = refusalOf('hosts_consolidate_failed', { reason: 'more than 1000 ipAddresses' });
  expect(message).toBe('The hosts cannot be merged: together they have more than 1000 IP addresses.');
});

test('a duplicate names the other row by its kind, and the field by the title of its column', () => {
  const duplicate = (entity: string, field: string, value: unknown) =>
    refusalOf('entity_already_exists', { entity, field, value }).message;
  expect([
    duplicate('Host', 'macAddress', '3c:52:82:7a:1b:10'),
    duplicate('VLAN', 'vlanNumber', 12),
    duplicate('Tag', 'name', null),
    duplicate('User', 'email', 'ada@netloom.example'),
  ]).toEqual([
    'Another host with the MAC address “3c:52:82:7a:1b:10” exists already.',
    'Another VLAN with the VLAN number “12” exists already.',
    'Another tag with this name exists already.',
    'Another user with the e-mail “ada@netloom.example” exists already.',
  ]);
});

test.each(allForms.map((form) => [form.list, form] as const))(
  'the form of %s tells each refused field by its label',
  (list, { fields, parts }) => {
    for (const { name } of fields) {
      const values = newValues(fields, {});
      const entered = { list, fields, values, parts, rows: {} };
      const { words } = explainRefusal(entered, refusalOf('validation_invalid_format', { field: `input.${name}` }));
      const label = lowerFirst(fieldLabel(list, name));
      expect(words.toLowerCase()).toBe(`${label} has an invalid format.`.toLowerCase());
    }
  },
);

test('a refused value is found in whatever notation it was entered', () => {
  const form = allForms.find(({ list }) => list === 'hosts')!;
  const part = form.parts.find(({ name }) => name === 'ipAddresses')!;
  const values = newValues(part.fields, { macAddress: ' 3C52-827A-1B10 ' });
  const row = { key: 4, id: 'a', rows: {}, values };
  const entered = {
    ...{ list: 'hosts', fields: form.fields, values: newValues(form.fields, { name: 'printer' }), parts: form.parts },
    rows: { ipAddresses: [row] },
  };
  const params = { entity: 'Host', field: 'macAddress', value: '3c:52:82:7a:1b:10' };
  expect(explainRefusal(entered, refusalOf('entity_already_exists', params))).toEqual({
    field: 'ipAddresses.4.macAddress',
    words: 'Another host with the MAC address “3c:52:82:7a:1b:10” exists already.',
  });
});

test('refusals and lists call a kind by the same words', () => {
  expect(kinds.map(({ type }) => typeWords(type))).toEqual(kinds.map(({ singular }) => singular));
});
