// Helpers of the client suites: a fetch function that sends each distinct request to the service only once, and queries
// for present rows, past instants and graphs.
import type { Caller, World } from '../support/world';

export interface Wire {
  readonly url: string;
  readonly headers: Record<string, string>;
  /** Sends only the first of several equal requests to the service. All callers get its response. */
  readonly fetch: typeof fetch;
}

export function createWire(world: World, caller: Caller): Wire {
  const answers = new Map<string, Promise<{ status: number; text: string }>>();
  const { session, key } = caller.credential;
  const recordingFetch = async (input: Parameters<typeof fetch>[0], init?: RequestInit): Promise<Response> => {
    const request = String(init?.body);
    let answer = answers.get(request);
    if (!answer) {
      answer = fetch(input, init).then(async (response) => ({ status: response.status, text: await response.text() }));
      answers.set(request, answer);
    }
    const { status, text } = await answer;
    return new Response(text, { status, headers: { 'content-type': 'application/json' } });
  };
  return {
    url: `${world.url}/graphql`,
    headers: key ? { authorization: `Bearer ${key}` } : { cookie: `session_id=${session}` },
    fetch: recordingFetch,
  };
}

export interface Question {
  readonly name: string;
  readonly text: string;
  readonly variables: Record<string, unknown>;
}

const host = 'nodeId name description services { nodeId name host { nodeId name } } tags { nodeId name color }';
const page = `hosts(first: 4) { edges { cursor node { ${host} } } }`;
const few = 'hosts(first: 2, orderBy: [{ field: name }]) { nodes { nodeId description } }';
const graph = `nodeId view
  nodes { nodeId header ... on GraphElement { hostId host { nodeId description } }
    ... on ServiceElement { service { nodeId name } } ... on HostContainer { host { nodeId name } } }
  edges { nodeId label source target ... on PhysicalLinkEdge { sourceInterface { nodeId ifName } } }`;
const options = '{ elementRules: [], hideMetadataValues: {} }';
const ends = 'nodeId header ... on GraphElement { host { nodeId description } }';

/**
 * Queries for present rows, past rows and graphs. Some queries read the same rows, at different instants or by
 * different paths.
 */
export function buildQuestions(topologyId: string, [early, late]: readonly [Date, Date]): readonly Question[] {
  const ofRows = [page, few];
  const ofGraphs = (['L2Physical', 'L3Logical', 'Workloads'] as const).map(
    (view) => `topology(id: $topology) { nodeId graph(view: ${view}) { ${graph} } }`,
  );
  const parts = [
    ...ofRows,
    ...ofGraphs,
    `topology(id: $topology) { nodeId graph(view: Workloads, options: ${options}) { ${graph} } }`,
  ];
  const queries = [
    ...parts.map((part) => [part, '']),
    ...[...ofRows, ofGraphs[2]!].flatMap((part) =>
      ['early', 'late'].map((at) => [`asOf(instant: $${at}) { nodeId instant ${part} }`, at]),
    ),
    [`asOf(instant: $early) { nodeId ${few} } later: asOf(instant: $late) { nodeId ${few} } ${few}`, 'early late'],
    [
      `topologyDiff(topologyId: $topology, view: Workloads, from: $early, to: $late) {
        nodes { nodes { elementId changeType before { ${ends} } after { ${ends} } } } }`,
      'early late',
    ],
  ];
  return queries.map(([text, usedVariables], index) => {
    const declaredTexts = [
      ...(text!.includes('$topology') ? ['$topology: UUID!'] : []),
      ...['early', 'late'].filter((name) => usedVariables!.includes(name)).map((name) => `$${name}: DateTime!`),
    ];
    const all: Record<string, unknown> = { topology: topologyId, early: early.toISOString(), late: late.toISOString() };
    return {
      name: `Question${index}`,
      text: `query Question${index}${declaredTexts.length > 0 ? `(${declaredTexts.join(', ')})` : ''} { ${text} }`,
      variables: Object.fromEntries(
        declaredTexts.map((one) => one.slice(1).split(':')[0]!).map((name) => [name, all[name]]),
      ),
    };
  });
}

/** Removes the members that clients add themselves, whose names begin with two underscores. */
export function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).filter(([name]) => !name.startsWith('__'));
  return Object.fromEntries(members.map(([name, member]) => [name, plain(member)]));
}
