// The GraphQL query that searches all kinds of rows by one text.
import { builder } from '../../../graphql/builder';
import { longestSearch } from '../../../graphql/lists/search-filter';
import { integer, text } from '../../../graphql/plugin/bounds';
import { rowField } from '../../../graphql/row-field';
import { snakeCase } from '../../../platform/text/names';
import { searchEverything, type SearchAnswer, type SearchMatch } from './search';
import { kindName, searchedKinds } from './search-kinds';
import { mostRanked, searchRanks } from './search.sql';

const mostMatches = 100;
const usualMatches = 20;
/**
 * Number of rows that a search is assumed to read for each requested result. The cost of the query is computed from it.
 */
const searchCost = 20;

const kindEnum = builder.enumType('SearchKind', { values: searchedKinds.map(kindName) });
const rankEnum = builder.enumType('SearchRank', { values: searchRanks });

const matchRef = builder.objectRef<SearchMatch>('SearchMatch').implement({
  description: 'A row that matches a search.',
  fields: (t) => ({
    kind: t.expose('kind', { type: kindEnum, description: 'Kind of the row.' }),
    entityId: t.expose('id', { type: 'UUID', description: 'Id of the row.' }),
    title: t.exposeString('title', { description: 'Name of the row for people, at most 200 characters.' }),
    field: t.exposeString('field', { description: 'Name of the field that matches, as in GraphQL.' }),
    wireName: t.string({
      description: 'Name of the field that matches, as in REST.',
      resolve: ({ field }) => snakeCase(field),
    }),
    value: t.exposeString('value', { description: 'Value of the field, at most 200 characters.' }),
    rank: t.expose('rank', { type: rankEnum, description: 'How well the value matches.' }),
    networkId: t.expose('networkId', {
      type: 'UUID',
      nullable: true,
      description: 'Id of its network; null for a tag.',
    }),
    network: rowField<SearchMatch>(t, 'Network', ({ networkId }) => networkId, 'Its network; null for a tag.'),
    hostId: t.expose('hostId', {
      type: 'UUID',
      nullable: true,
      description: 'Id of the host that it belongs to; null for kinds that belong to none.',
    }),
    host: rowField<SearchMatch>(t, 'Host', ({ hostId }) => hostId, 'The host that it belongs to.'),
  }),
});

const answerRef = builder.objectRef<SearchAnswer>('SearchAnswer').implement({
  description: 'What a search has found.',
  fields: (t) => ({
    matches: t.field({
      type: [matchRef],
      complexity: { field: 1, multiplier: 1 },
      description:
        'Exact matches first, then beginnings, then parts; then by kind in the order of `SearchKind`; then by name, number or address, and by id.',
      resolve: ({ matches }) => matches,
    }),
    totalCount: t.exposeInt('totalCount', {
      description: `Number of matching rows, of each kind at most ${mostRanked.toLocaleString('en')}.`,
    }),
    isAtLeast: t.exposeBoolean('isAtLeast', {
      description:
        'Whether more rows match than are counted. Of such a kind only counted rows are ordered, with hosts and services of exactly this name among them.',
    }),
    leftOutCount: t.int({
      description: 'Number of counted rows that are not among the matches.',
      resolve: ({ totalCount, matches }) => totalCount - matches.length,
    }),
  }),
});

builder.queryField('search', (t) =>
  t.field({
    type: answerRef,
    complexity: ({ first }) => ({ field: searchCost, multiplier: first ?? usualMatches }),
    description:
      'Rows of all kinds by a name or a part of one, an address, a CIDR, a MAC address in any notation, a serial number, a location, a port or a VLAN number.',
    args: {
      text: t.arg.string({
        required: true,
        ...text(1, longestSearch, '. One or two characters match the beginnings of names'),
      }),
      kinds: t.arg({ type: [kindEnum], description: 'Only these kinds; default: all.' }),
      networkId: t.arg({ type: 'UUID', description: 'Only rows of this network, and tags; default: all networks.' }),
      first: t.arg.int({ defaultValue: usualMatches, ...integer(1, mostMatches, 'Maximum number of matches.') }),
    },
    resolve: (_root, { text: searchText, kinds, networkId, first }, context) =>
      searchEverything(context, { text: searchText, kinds, networkId, first: first ?? usualMatches }),
  }),
);
