// A federation gateway in front of Netloom and another subgraph. It composes their schemas when it starts.
import { createServer } from 'node:http';
import { createGatewayRuntime } from '@graphql-hive/gateway-runtime';
import * as http from '@graphql-mesh/transport-http';
import { composeServices } from '@theguild/federation-composition';
import { parse } from 'graphql';

const [netloomUrl, racksUrl, port] = process.argv.slice(2);
/** The key of a Viewer suffices: with this key the gateway reads the schema and no rows. */
const { KEY } = process.env;

async function subgraph(name, url, headers) {
  const body = JSON.stringify({ query: '{ _service { sdl } }' });
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
  });
  const { data, errors } = await response.json();
  if (errors) throw new Error(`${name}: ${errors[0].message}`);
  return { name, url, typeDefs: parse(data._service.sdl) };
}

const { supergraphSdl, errors } = composeServices([
  await subgraph('netloom', netloomUrl, { authorization: `Bearer ${KEY}` }),
  await subgraph('racks', racksUrl),
]);
if (errors) throw new Error(errors.map(({ message }) => message).join('\n'));

const gateway = createGatewayRuntime({
  supergraph: supergraphSdl,
  transports: { http },
  // The gateway passes the caller's authorization on to Netloom, and to no other subgraph.
  propagateHeaders: {
    fromClientToSubgraphs: ({ request, subgraphName }) =>
      subgraphName === 'netloom' ? { authorization: request.headers.get('authorization') } : {},
  },
});
const server = createServer(gateway);
server.listen(Number(port), '127.0.0.1', () => {
  console.log(`The gateway listens on port ${server.address().port}.`);
});
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit());
