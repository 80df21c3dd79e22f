// Tests conversions of names between spellings such as camelCase and snake_case: acronyms, digits, conversions there
// and back, and the plurals of all models.
import fc from 'fast-check';
import { modelNames, tableOf } from '../../../src/data/model/model-fields';
import {
  camelCase,
  capitalize,
  kebabCase,
  toPlural,
  toSingular,
  snakeCase,
  uncapitalize,
  toWords,
} from '../../../src/platform/text/names';

test.each([
  ['ipAddress', 'ip_address'],
  ['vlanNumber', 'vlan_number'],
  ['sysObjectId', 'sys_object_id'],
  ['lldpMgmtAddr', 'lldp_mgmt_addr'],
  ['sha256Hash', 'sha256_hash'],
  ['layer2Links', 'layer2_links'],
  ['aBC', 'a_b_c'],
  ['id', 'id'],
])('%s is converted to %s and back', (camel, snake) => {
  expect(snakeCase(camel)).toBe(snake);
  expect(camelCase(snake)).toBe(camel);
  expect(kebabCase(camel)).toBe(snake.replaceAll('_', '-'));
  expect(toWords(camel)).toBe(snake.replaceAll('_', ' '));
});

test('a name that begins with a capital has no separator before its first word', () => {
  expect(snakeCase('GetVlanById')).toBe('get_vlan_by_id');
  expect(snakeCase('L3Logical')).toBe('l3_logical');
  // Names must spell acronyms as words (`IpAddress`): the conversion begins a new word at each capital letter.
  expect(snakeCase('IPAddress')).toBe('i_p_address');
});

test('only the letters A to Z are converted, and only underscores before letters', () => {
  expect(snakeCase('größeÄndern')).toBe('größeÄndern');
  expect(camelCase('a_1_b__c_')).toBe('a_1B_C_');
  expect(kebabCase('ip_addresses')).toBe('ip-addresses');
  expect(toWords('api-keys')).toBe('api keys');
});

test('only the first letter is capitalized or lowercased', () => {
  expect([capitalize('vlanNumber'), uncapitalize('VlanNumber')]).toEqual(['VlanNumber', 'vlanNumber']);
  expect([capitalize(''), uncapitalize('')]).toEqual(['', '']);
});

const word = fc.stringMatching(/^[a-z][a-z0-9]{0,5}$/);
const words = fc.array(word, { minLength: 1, maxLength: 5 });

test('property: a converted name is converted back to itself', () => {
  fc.assert(
    fc.property(words, (parts) => {
      const snake = parts.join('_');
      const camel = parts.map((part, at) => (at === 0 ? part : capitalize(part))).join('');
      expect(snakeCase(camel)).toBe(snake);
      expect(camelCase(snake)).toBe(camel);
      expect(snakeCase(capitalize(camel))).toBe(snake);
      expect(camelCase(snakeCase(camel))).toBe(camel);
      expect(toWords(kebabCase(camel)).split(' ')).toEqual(parts);
      expect(uncapitalize(capitalize(camel))).toBe(camel);
    }),
  );
});

test.each([
  ['Vlan', 'Vlans'],
  ['IpAddress', 'IpAddresses'],
  ['ip_address', 'ip_addresses'],
  ['Discovery', 'Discoveries'],
  ['Topology', 'Topologies'],
  ['DaemonApiKey', 'DaemonApiKeys'],
  ['service', 'services'],
  ['interface', 'interfaces'],
])('one %s, many %s', (one, many) => {
  expect(toPlural(one)).toBe(many);
  expect(toSingular(many)).toBe(one);
});

test('table names are plurals of their models; uncountable words stay unchanged', () => {
  expect(modelNames.map(tableOf)).toEqual(modelNames.map((model) => toPlural(snakeCase(model))));
  expect(modelNames.map(tableOf)).toEqual(expect.arrayContaining(['vlans', 'neighbor_evidence', 'ip_addresses']));
});
