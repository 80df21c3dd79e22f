// Attack phase: some callers send many expensive requests concurrently, while other callers send cheap requests.
import type { Request } from './exchange';
import { graphql, type Phase } from './phase';

const aliasedQuery = (count: number, selection: string): string =>
  `{ ${Array.from({ length: count }, (_, at) => `a${at}: ${selection}`).join(' ')} }`;
const get = (path: string): Request => ({ method: 'GET', path });

/** The requests of a greedy caller, by name. Each request is sent many times concurrently. */
const wishes: Readonly<Record<string, Request>> = {
  'aliases of a list': graphql({ query: aliasedQuery(99, 'hosts(first: 1000) { nodes { id } }') }),
  'aliases of a count': graphql({ query: aliasedQuery(99, 'hosts { totalCount }') }),
  'aliases of a list in order': graphql({
    query: aliasedQuery(40, 'hosts(first: 1000, orderBy: [{ field: name }], offset: 5000) { nodes { id name } }'),
  }),
  'rows with all on them': graphql({
    query:
      '{ hosts(first: 500) { nodes { id services { name tags { name } } ipAddresses { ipAddress subnet { name } } } } }',
  }),
  'the whole list': get('/api/v1/hosts?limit=0'),
  'the whole list without children': get('/api/v1/hosts?limit=0&include_children=false'),
  'a list of the past': get(`/api/v1/hosts?limit=1000&at=${new Date().toISOString()}`),
  'a CSV file': get('/api/v1/hosts/export/csv'),
  'an archive': get('/api/v1/hosts/export/zip'),
  topologies: graphql({
    query: '{ topologies { nodes { graph(view: L3Logical) { nodes(first: 1) { totalCount } } } } }',
  }),
  'the graph of all views': get('/api/v1/topology/data'),
  'common words': get('/api/v1/hosts?limit=1000&search=switch%20software'),
  'pages far away': get('/api/v1/hosts?limit=1000&offset=15000&order_by=name'),
};
const names = Object.keys(wishes);

export const greedy: Phase = {
  name: 'greedy',
  duty: 'expensive requests of one tenant, ten and more at once, some left half-way',
  share: 3,
  together: 1,
  async run({ number, dice, world, send }) {
    const name = names[number % names.length]!;
    const crowd = dice.times(dice.int(10, 20), () => ({ leaves: dice.chance(0.1), afterMs: dice.int(20, 800) }));
    await Promise.all(
      crowd.map(({ leaves, afterMs }) =>
        send(world.large, { ...wishes[name]!, ...(leaves && { leavesAfterMs: afterMs }) }, `greedy: ${name}`),
      ),
    );
  },
};
