// Tests the form of a check without a browser: the form offers all kinds of checks with typed parameters, its values
// can be converted to the input of the API and back, and the page's URL contains the check that the form edits.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { buildSchema, coerceInputValue, isEnumType, isInputObjectType, type GraphQLInputObjectType } from 'graphql';
import { checkKinds } from '../../../src/modules/topology/check/check-kinds';
import { kinds, selection, type FormField } from '../../../src/pages/checks/form/form-facts';
import {
  missingField,
  storedValues,
  toInput,
  toRule,
  toSelection,
  type Values,
} from '../../../src/pages/checks/form/rule-values';
import { kindWords, labelOf } from '../../../src/pages/checks/form/words';
import { placeOf, readPlace, writePlace } from '../../../src/pages/checks/parts/place';
import { gravestFirst, stateWords } from '../../../src/pages/kit/verdicts/verdict-words';
import { mapOfVerdict, viewOfCheck } from '../../../src/pages/kit/verdicts/view-of-check';

const schema = buildSchema(readFileSync(path.join(__dirname, '..', '..', '..', 'schema', 'schema.graphql'), 'utf8'));
const id = '6f2b5c1e-0000-4000-8000-000000000001';

/** A value as a person enters it, of each type of field. */
function sampleOf({ type, options, min = 1, isList }: FormField): string[] {
  if (type === 'Choice') return isList ? [...options!] : [options![0]!];
  return [{ Int: String(min), Instant: '2026-11-21T10:00', Row: id, Text: 'Telnet' }[type]];
}
const allValues =
  (fields: readonly FormField[]): Values =>
  (one) =>
    sampleOf(fields.find((field) => field.path === one)!);
const noValues: Values = () => [];
const facts = (kind: string) => kinds.find((one) => one.kind === kind)!;

test('the form offers every kind of the API, with a description and the parameters of the kind', () => {
  expect(kinds.map(({ kind }) => kind).sort()).toEqual(Object.keys(checkKinds).sort());
  for (const { kind, description, fields } of kinds) {
    expect([kind, description]).not.toEqual([kind, '']);
    const names = new Set(fields.map((field) => field.path.split('.')[0]));
    const parameters = checkKinds[kind].parameters as Record<string, unknown>;
    expect([kind, [...names].sort()]).toEqual([kind, Object.keys(parameters).sort()]);
  }
  const members = (schema.getType('CheckSelectionInput') as GraphQLInputObjectType).getFields();
  expect(selection.map((field) => field.path).sort()).toEqual(Object.keys(members).sort());
});

test('labels have no names of the API', () => {
  const labels = [...kinds.flatMap(({ fields }) => fields), ...selection].map(labelOf);
  expect(labels.filter((label) => /[a-z][A-Z]|\bids?\b|\./.test(label))).toEqual([]);
  expect(kinds.map(({ kind }) => kindWords(kind))).toEqual(
    expect.arrayContaining(['Subnet not full', 'No MAC at two machines', 'Cables as at baseline']),
  );
});

test.each(kinds.map((one) => [one.kind, one] as const))(
  'filled in completely, %s is an input that the API accepts, and the stored rule fills in the form again',
  (kind, one) => {
    const values = allValues(one.fields);
    const rule: Readonly<Record<string, unknown>> = toRule(one, values);
    expect(Object.keys(rule)).toEqual([one.member]);
    const type = schema.getType('CheckRuleInput');
    if (!isInputObjectType(type)) throw new Error('no input');
    const errors: string[] = [];
    coerceInputValue(rule, type, (at, _value, error) => errors.push(`${at.join('.')}: ${error.message}`));
    expect([kind, errors]).toEqual([kind, []]);
    const again = storedValues(one.fields, rule[one.member] as never);
    // A value that was converted for the API and back is shown as it was entered.
    const asStored = (field: FormField) =>
      field.type === 'Instant' ? sampleOf(field).map((text) => new Date(text).toISOString()) : sampleOf(field);
    for (const field of one.fields) expect([field.path, again(field.path)]).toEqual([field.path, asStored(field)]);
  },
);

test('fields without a value are left out, with the choice beside an empty number', () => {
  const service = facts('ServiceForbidden');
  const choicesAlone: Values = (one) => (one === 'service.port.protocol' ? ['Tcp'] : []);
  expect(toRule(service, choicesAlone)).toEqual({ serviceForbidden: { service: {} } });
  const withPort: Values = (one) => (one === 'service.port.number' ? ['23'] : choicesAlone(one));
  expect(toRule(service, withPort)).toEqual({
    serviceForbidden: { service: { port: { number: 23, protocol: 'Tcp' } } },
  });
  expect(toRule(facts('NoAddressTwice'), noValues)).toEqual({ noAddressTwice: true });
  expect(toRule(facts('SurvivesAnyFailure'), noValues)).toEqual({ survivesAnyFailure: { rootHostIds: [] } });
  expect(toSelection(selection, noValues)).toEqual({});
  expect(toInput(selection, (one) => (one === 'roles' ? ['Switch', ' '] : []))).toEqual({ roles: ['Switch'] });
});

test('a required field without a value is named; lists and optional fields may be empty', () => {
  expect(missingField(facts('VlanIsWhole').fields, noValues)?.path).toBe('vlanId');
  expect(missingField(facts('SurvivesAnyFailure').fields, noValues)).toBeUndefined();
  expect(missingField(facts('ServiceForbidden').fields, noValues)).toBeUndefined();
  const ends: Values = (one) => (one === 'view' ? ['L3Logical'] : one === 'fromHostId' ? [id] : []);
  expect(missingField(facts('WayExists').fields, ends)?.path).toBe('toHostId');
});

test('the URL of the page names network, check, form and state', () => {
  const places = [
    placeOf({ networkId: id }),
    placeOf({ networkId: id, state: 'Failing' }),
    placeOf({ networkId: id, check: 'new' }),
    placeOf({ networkId: id, check: id, isEdited: true }),
  ];
  const addresses = places.map(writePlace);
  expect(addresses).toEqual([
    `/checks/${id}`,
    `/checks/${id}?state=Failing`,
    `/checks/${id}/new`,
    `/checks/${id}/${id}/edit`,
  ]);
  const read = (address: string) => readPlace(new URL(address, 'http://localhost'));
  expect(addresses.map(read)).toEqual(places);
  expect(read('/checks?state=x')).toEqual(placeOf({}));
});

test('verdicts are listed with the gravest first, and say since when', () => {
  const verdict = (name: string, state: 'Failing' | 'Unknown', severity: 'Critical' | 'Warning', day: number) => ({
    ...{ id: name, state, since: `2026-11-0${day}T10:00:00Z`, sinceIsAtLeast: day === 1 },
    ...{ findingCount: 0, acceptedCount: 0, check: { name, severity } },
  });
  const listed = gravestFirst([
    verdict('d', 'Unknown', 'Critical', 3),
    verdict('c', 'Failing', 'Warning', 1),
    verdict('b', 'Failing', 'Warning', 2),
    verdict('a', 'Failing', 'Critical', 1),
  ]);
  expect(listed.map(({ id: name }) => name)).toEqual(['a', 'b', 'c', 'd']);
  expect(listed.map(stateWords).map((words) => words.replace(/ since .*/, ''))).toEqual([
    ...['failing at least', 'failing', 'failing at least', 'unknown'],
  ]);
});

test('each kind has a view of the map; the shown view stays if it draws what the check is about', () => {
  const views = schema.getType('TopologyView');
  const names = isEnumType(views) ? views.getValues().map(({ name }) => name) : [];
  for (const { kind } of kinds) expect(names).toContain(viewOfCheck(kind, 'Application'));
  expect(viewOfCheck('SubnetNotFull', 'L2Physical')).toBe('L3Logical');
  expect(viewOfCheck('SeenWithin', 'Workloads')).toBe('Workloads');
  expect(viewOfCheck(null, 'Application')).toBe('Application');
  expect(mapOfVerdict({ id, networkId: id, check: { kind: 'NoAddressTwice' } })).toBe(
    `/topology?network=${id}&view=L3Logical&verdict=${id}`,
  );
});
