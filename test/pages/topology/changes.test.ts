// Tests the subscriptions of the topology page. A subscription is for the shown graph, continues after the cursor of
// its last event, and ends when the service refuses it. All subscriptions share one connection.
import { listenForGraph, listenForRuns } from '../../../src/pages/topology/api/changes';
import { LiveGraph } from '../../../src/pages/topology/api/live-graph';
import { throttle } from '../../../src/pages/kit/timing';
import { createPresent } from '../../../src/pages/topology/state/present';

interface Answer {
  readonly data?: unknown;
  readonly errors?: readonly object[];
}
/**
 * Returns the events that the fake service sends for a subscription with these variables, before it ends the stream.
 */
type Serve = (variables: Record<string, unknown>) => readonly Answer[];
let serve: Serve;
const requestedVariables: Record<string, unknown>[] = [];
const answered = (variables: Record<string, unknown>): readonly Answer[] => {
  requestedVariables.push(variables);
  return serve(variables);
};

interface Message {
  readonly type: string;
  readonly id?: string;
  readonly payload?: { readonly variables: Record<string, unknown> };
}
/** A WebSocket connected to a fake service that speaks graphql-transport-ws. */
class ServedSocket {
  static readonly CONNECTING = 0;
  static readonly OPEN = 1;
  static readonly CLOSING = 2;
  static readonly CLOSED = 3;
  static opened = 0;
  /** The close code with which new connections are closed at once, or null if they stay open. */
  static refusal: { readonly code: number; readonly reason: string } | null = null;
  readyState = 0;
  protocol = 'graphql-transport-ws';
  onopen: () => void = () => undefined;
  onmessage: (event: { data: string }) => void = () => undefined;
  onclose: (event: { code: number; reason: string; wasClean: boolean }) => void = () => undefined;
  onerror: (event: unknown) => void = () => undefined;
  constructor() {
    ServedSocket.opened += 1;
    queueMicrotask(() => {
      if (ServedSocket.refusal) return this.close(ServedSocket.refusal.code, ServedSocket.refusal.reason);
      this.readyState = 1;
      this.onopen();
    });
  }
  send(text: string): void {
    const { type, id, payload } = JSON.parse(text) as Message;
    const reply = (message: object) => queueMicrotask(() => this.onmessage({ data: JSON.stringify(message) }));
    if (type === 'connection_init') reply({ type: 'connection_ack' });
    if (type !== 'subscribe') return;
    const answers = answered(payload!.variables);
    const [first] = answers;
    if (first?.errors && answers.length === 1) return reply({ type: 'error', id, payload: first.errors });
    reply({ type: 'ping', payload: { subscribed: id } });
    for (const one of answers) reply({ type: 'next', id, payload: one });
    reply({ type: 'complete', id });
  }
  close(code = 1000, reason = ''): void {
    if (this.readyState === 3) return;
    this.readyState = 3;
    this.onclose({ code, reason, wasClean: true });
  }
}

/** The events of the fake service as a response with server-sent events. */
const streamReply = (_url: unknown, init?: RequestInit): Promise<Response> => {
  const { variables } = JSON.parse(init!.body as string) as { variables: Record<string, unknown> };
  const events = answered(variables).map((event) => `event: next\ndata: ${JSON.stringify(event)}`);
  const headers = { 'Content-Type': 'text/event-stream' };
  return Promise.resolve(new Response([...events, 'event: complete\ndata:', ''].join('\n\n'), { headers }));
};

const refusal = (code: string): Answer => ({ errors: [{ message: 'Refused', extensions: { code } }] });
const lists = ['Nodes', 'Edges', 'Folds', 'FoldedEdges'].flatMap((kind) => [
  [`added${kind}`, []],
  [`changed${kind}`, []],
  [`removed${kind.slice(0, -1)}Ids`, []],
]);
const event = (cursor: string | null, more: object = {}): Answer => {
  const rest = { savedOptions: {}, availableViews: [], filteredOut: [], ...Object.fromEntries(lists), ...more };
  return { data: { topologyGraphChanges: { isWhole: false, cursor, ...rest } } };
};
const box = (id: string, header = id) => ({ id, header, nodeType: 'Container', parentContainerId: null });
const shownGraph = { id: 'a topology', view: 'L3Logical' } as const;

const global = globalThis as { WebSocket?: unknown; location?: unknown };
const before = { WebSocket: global.WebSocket, location: global.location };
beforeEach(() => {
  requestedVariables.length = 0;
  ServedSocket.opened = 0;
  ServedSocket.refusal = null;
  global.location = { origin: 'http://service' };
  global.WebSocket = ServedSocket;
  jest.spyOn(globalThis, 'fetch').mockImplementation(streamReply);
});
afterEach(() => {
  jest.restoreAllMocks();
  Object.assign(global, before);
});

/** Listens to the changes of a graph until the stream ends or is interrupted. Returns all notifications. */
function collectNotifications(graph = new LiveGraph()): Promise<readonly string[]> {
  return new Promise((resolve) => {
    const heard: string[] = [];
    const end = (notification: string) => {
      stop();
      resolve([...heard, notification]);
    };
    const stop = listenForGraph(shownGraph, graph, {
      onGraph: () => heard.push(graph.graph!.graph.nodes.map(({ header }) => header).join()),
      onState: (state, problem) => (state === 'interrupted' ? end(`interrupted: ${problem}`) : void heard.push(state)),
      onSignedOut: () => end('signed out'),
      onGone: () => end('gone'),
    });
  });
}

describe.each([
  ['over one WebSocket', null],
  // Close code 1006: no WebSocket can be opened, as behind a proxy that does not support WebSockets.
  ['by event streams where no WebSocket can be opened', { code: 1006, reason: '' }],
])('%s', (_how, refused) => {
  beforeEach(() => {
    ServedSocket.refusal = refused;
  });

  test.each([
    ['entity_access_denied', 'gone'],
    ['entity_not_found', 'gone'],
    ['auth_session_expired', 'signed out'],
    ['rate_limit_exceeded', 'interrupted: Refused'],
  ] as const)('the error %s is reported as "%s", at first and after the start', async (code, expectedText) => {
    serve = () => [refusal(code)];
    expect((await collectNotifications()).at(-1)).toMatch(new RegExp(`^${expectedText}`));
    serve = () => [event('one', { addedNodes: [box('a')] }), refusal(code)];
    const heard = await collectNotifications();
    expect(heard.slice(0, -1)).toEqual(['connecting', 'live', 'a']);
    expect(heard.at(-1)).toMatch(new RegExp(`^${expectedText}`));
    expect(requestedVariables).toHaveLength(2);
  });

  test('a graph arrives in parts, receives changes, and continues from its cursor after an interruption', async () => {
    const graph = new LiveGraph();
    const sentEntries = [
      [
        event(null, { isWhole: true, addedNodes: [box('b'), box('c')] }),
        event('one', { addedNodes: [box('a')] }),
        event('two', { changedNodes: [box('b', 'B')], removedNodeIds: ['c', 'unknown'] }),
      ],
      [event('two'), event('three', { removedNodeIds: ['a'] }), refusal('auth_session_expired')],
    ];
    serve = () => sentEntries.shift()!;
    const heard: string[] = [];
    await new Promise<void>((resolve) => {
      listenForGraph(shownGraph, graph, {
        onGraph: () => heard.push(graph.graph!.graph.nodes.map(({ header }) => header).join()),
        onState: () => undefined,
        onSignedOut: resolve,
        onGone: resolve,
      });
    });
    expect(heard).toEqual(['a,b,c', 'B,a', 'B']);
    expect(requestedVariables).toEqual([
      { ...shownGraph, since: null },
      { ...shownGraph, since: 'two' },
    ]);
  });
});

test('a graph interrupted between parts is loaded anew; the previous graph stays until it is complete', async () => {
  const graph = new LiveGraph();
  serve = () => [event('one', { isWhole: true, addedNodes: [box('a')] })];
  await collectNotifications(graph);
  serve = () => [event(null, { isWhole: true, addedNodes: [box('b')] })];
  await collectNotifications(graph);
  expect(graph.graph!.graph.nodes).toMatchObject([{ id: 'a' }]);
  serve = () => [event('two', { isWhole: true, addedNodes: [box('c')] })];
  await collectNotifications(graph);
  expect(graph.graph!.graph.nodes).toMatchObject([{ id: 'c' }]);
  expect(requestedVariables.map(({ since }) => since)).toEqual([null, 'one', null]);
});

test("nodes, edges and folds have the order of a query's answer, in whatever order they arrived", async () => {
  const graph = new LiveGraph();
  const element = (id: string, containerId: string) => ({ id, header: id, nodeType: 'Element', containerId });
  const edge = (id: string, source: string) => ({ id, edgeType: 'SameHost', source, target: 'z' });
  const fold = (id: string, depth: number) => ({ id, label: id, depth });
  serve = () => [
    event('one', {
      addedNodes: [
        element('in b', 'b'),
        element('in a', 'a'),
        { ...box('inner'), parentContainerId: 'a' },
        box('b'),
        box('a'),
      ],
      addedEdges: [edge('2', 'b'), edge('1', 'a')],
      addedFolds: [fold('deep', 1), fold('second', 0), fold('first', 0)],
    }),
  ];
  await collectNotifications(graph);
  const { nodes, edges, folds } = graph.graph!.graph;
  expect(nodes.map(({ id }) => id)).toEqual(['a', 'inner', 'b', 'in a', 'in b']);
  expect([edges.map(({ id }) => id), folds.map(({ id }) => id)]).toEqual([
    ['1', '2'],
    ['first', 'second', 'deep'],
  ]);
});

test('an announced graph is requested once; a graph that was deleted is requested again', async () => {
  let whenGone: () => void = () => undefined;
  const present = createPresent({
    ...{ onChange: () => undefined, onState: () => undefined, onSignedOut: () => undefined },
    onGone: () => whenGone(),
  });
  const of = { ...shownGraph, detail: null, optionalEdgeTypes: [] };
  const { signal } = new AbortController();
  serve = () => [event('one', { addedNodes: [box('a')] })];
  present.expect(of);
  const { graph } = await present.graph(of, signal);
  expect(graph.nodes.map(({ header }) => header)).toEqual(['a']);
  expect(requestedVariables).toEqual([{ ...of, since: null }]);
  present.leave();
  requestedVariables.length = 0;
  const gonePromise = new Promise<void>((resolve) => (whenGone = resolve));
  serve = () => [refusal('entity_not_found')];
  present.expect(of);
  await gonePromise;
  serve = () => [event('two', { addedNodes: [box('b')] })];
  expect((await present.graph(of, signal)).graph.nodes.map(({ header }) => header)).toEqual(['b']);
  expect(requestedVariables).toHaveLength(2);
  present.leave();
});

test('all subscriptions of a page share one connection', async () => {
  serve = (variables) =>
    'networkId' in variables
      ? [{ data: { discoveryProgress: { sessionId: 'run' } } }]
      : [event('one', { addedNodes: [box('a')] })];
  const run = new Promise((resolve) => {
    const stop = listenForRuns('network', {
      onEvent: (one) => (stop(), resolve(one)),
      onState: () => undefined,
      onSignedOut: () => undefined,
      onGone: () => undefined,
    });
  });
  expect(await Promise.all([run, collectNotifications()])).toEqual([
    { sessionId: 'run' },
    ['connecting', 'live', 'a', 'interrupted: undefined'],
  ]);
  // At most one socket is opened. None is opened if the socket of an earlier test is still open.
  expect(ServedSocket.opened).toBeLessThanOrEqual(1);
  expect(fetch).not.toHaveBeenCalled();
});

test('in a burst of changes the first is drawn at once, the last is never lost, and few others are drawn', () => {
  jest.useFakeTimers();
  const work = jest.fn();
  const change = throttle(work, 2_000);
  for (let changes = 0; changes < 50; changes += 1) {
    change();
    jest.advanceTimersByTime(100);
  }
  expect(work).toHaveBeenCalledTimes(3);
  jest.advanceTimersByTime(60_000);
  expect(work).toHaveBeenCalledTimes(4);
  change();
  expect(work).toHaveBeenCalledTimes(5);
  jest.useRealTimers();
});
