// Measures the cost of one changed host in a large network: the time until a page gets the new graph, and the time
// until subscribers get the event.
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from 'pg';
import { ask, medianTime, milliseconds, timeWork } from './asked';

const restMs = 2_500;

const detail = '{ limit: 120 }';
const foldedGraph = `query Folded($id: UUID!, $view: TopologyView!) { topology(id: $id) {
  graph(view: $view, detail: ${detail}) { nodes { elementId nodeType header } edges { elementId source target }
    folds { foldId label summary } foldedEdges { elementId source target count } } } }`;
const followedGraph = `subscription Followed($id: UUID!, $view: TopologyView!) {
  topologyGraphChanges(topologyId: $id, view: $view, detail: ${detail}, rows: true) { isWhole cursor
    changedNodes { elementId header } changedFolds { foldId label } } }`;
const renaming = `mutation Rename($host: UUID!, $name: String!) {
  updateHost(id: $host, input: { name: $name }) { id } }`;

/**
 * Renames a host. Prints how long reading the graph with its folds (groups of nodes drawn as one) takes afterwards, and
 * how long it takes until subscribers get the event.
 */
export async function printFollowed(
  url: string,
  { id, key, topologyId }: { readonly id: string; readonly key: string; readonly topologyId: string },
  client: Client,
  { floor, print }: { floor: number; print: (line: string) => void },
): Promise<void> {
  const line = (name: string, time: number) =>
    print(`  ${name.padEnd(40)}${milliseconds(time)} ${`${(time / floor).toFixed(2)}×`.padStart(8)}`);
  let round = 0;
  const hostRows = await client.query<{ id: string }>(
    'SELECT id FROM hosts WHERE network_id = $1 AND NOT hidden ORDER BY id LIMIT 1',
    [id],
  );
  const host = hostRows.rows[0]!.id;
  const nextName = () => `renamed ${(round += 1)}`;
  const rename = () => client.query('UPDATE hosts SET name = $2 WHERE id = $1', [host, nextName()]);
  const renameByService = () => {
    const body = JSON.stringify({ query: renaming, variables: { host, name: nextName() } });
    return ask(`${url}/graphql`, key, { body });
  };
  print('One host is renamed');
  for (const view of ['L2Physical', 'L3Logical', 'Workloads']) {
    const body = JSON.stringify({ query: foldedGraph, variables: { id: topologyId, view } });
    const read = () => timeWork(() => ask(`${url}/graphql`, key, { body }));
    await read();
    line(`${view} with its folds, answered`, (await medianTime(async () => (await rename(), read()))).time);
    const search = new URLSearchParams({ query: followedGraph, variables: JSON.stringify({ id: topologyId, view }) });
    const headers = { authorization: `Bearer ${key}`, accept: 'text/event-stream' };
    const response = get(`${url}/graphql?${String(search)}`, { headers, agent: false });
    const [answer] = (await once(response, 'response')) as [IncomingMessage];
    const events = eventsOf(answer);
    await events.next();
    // After it has rebuilt a graph, the service makes a pause before the next rebuild. Each write waits for the end of
    // this pause, so that the pause is not measured.
    const follow = (write: () => Promise<unknown>) => async () => {
      await pause(restMs);
      return timeWork(async () => (await write(), events.next()));
    };
    line('  and followed, write to event', (await medianTime(follow(renameByService))).time);
    line('  the same, written past the service', (await medianTime(follow(rename))).time);
    response.destroy();
  }
}

/** Yields the server-sent events of a response as they arrive. */
async function* eventsOf(answer: IncomingMessage): AsyncGenerator<string> {
  let text = '';
  for await (const chunk of answer) {
    text += String(chunk);
    for (let end = text.indexOf('\n\n'); end !== -1; end = text.indexOf('\n\n')) {
      const event = text.slice(0, end);
      text = text.slice(end + 2);
      if (event.includes('data: {')) yield event;
    }
  }
}
