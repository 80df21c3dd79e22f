// Attack phase: the most expensive operations of a tenant, one kind per case, and how long other callers wait
// meanwhile.
import { setTimeout as pause } from 'node:timers/promises';
import { writeLeases } from '../bench/leases';
import { mostPositions, mostRoutes } from '../src/modules/topology/saved-view/saved-view-state.schema';
import type { Answer, Request } from './exchange';
import { answerText } from './judge';
import { graphql, json, type Attempt, type Phase } from './phase';
import type { Caller } from './world';

/**
 * Minimum duration of a case. Innocent callers, which do not take part in the attack, send ten requests per second, and
 * a 99th percentile needs at least 100.
 */
const leastMs = 10_000;
/**
 * Maximum time without a response. Planning or applying an import of a whole network, and resetting an organization,
 * take minutes.
 */
const longMs = 900_000;
const networksOfOwner = 1_000;
const readsAtOnce = 50;
const servicesOfHost = 3_000;
const strangerHoldsMs = 15_000;

const dataOf = (answer: Answer) => (JSON.parse(answerText(answer)) as { data: never }).data;

/**
 * Repeats the work until the callers that take no part in the attack have sent enough requests for a 99th percentile.
 */
async function forAWhile(work: () => Promise<unknown>): Promise<void> {
  const until = performance.now() + leastMs;
  do await work();
  while (performance.now() < until);
}

/**
 * Sends a request and reports a finding unless the status is 200: otherwise the case would not measure the heavy work.
 */
async function expect200(
  { send, broken }: Attempt,
  caller: Caller,
  request: Request,
  operation: string,
): Promise<Answer> {
  const answer = await send(caller, { ...request, silenceMs: longMs }, operation);
  if (answer.status !== 200)
    broken(
      `heavy work is done: ${operation}`,
      `answered ${answer.status}: ${answerText(answer).slice(0, 300)}`,
      caller,
    );
  return answer;
}

const put = (attempt: Attempt, caller: Caller, path: string, body: object, operation: string) =>
  expect200(attempt, caller, { method: 'PUT', path, ...json(body) }, operation);

interface Case {
  readonly name: string;
  run(attempt: Attempt): Promise<void>;
}

/** Plans and applies an import while a transaction of another tenant stays open. */
const importing: Case = {
  name: 'an import beside a long transaction of a stranger',
  async run(attempt) {
    const { world } = attempt;
    const { owner, networkId } = await attempt.aside(() => world.addEmpty('Importing'));
    const path = `/api/v1/imports?network_id=${networkId}&file_name=leases`;
    const headers = { 'content-type': 'application/octet-stream' };
    const body = Buffer.from(writeLeases(world.hosts));
    const planAnswer = await expect200(attempt, owner, { method: 'POST', path, headers, body }, `${this.name}: plan`);
    if (planAnswer.status !== 200) return;
    const { id } = dataOf(planAnswer) as { id: string };
    const [hostId] = world.organizations[1].networks[0].ids.Host!;
    const stranger = world.prisma.$transaction(
      async (tx) => {
        await tx.host.update({ where: { id: hostId! }, data: { sysContact: `at ${Date.now()}` } });
        await pause(strangerHoldsMs);
      },
      { timeout: 2 * strangerHoldsMs },
    );
    await expect200(attempt, owner, { method: 'POST', path: `/api/v1/imports/${id}/apply` }, `${this.name}: apply`);
    await stranger;
  },
};

/**
 * Reads the difference of a topology in which all rows were added: as GraphQL pages, as a REST response and as a CSV
 * file.
 */
const comparing: Case = {
  name: 'topologyDiff of a whole network',
  async run(attempt) {
    const { world } = attempt;
    const from = new Date(Date.now() - 1000).toISOString();
    const { owner, networkIds } = await attempt.aside(() => world.addLarge(world.hosts, 1));
    const { id } = await world.prisma.topology.create({ data: { networkId: networkIds[0]! } });
    const query = `query ($id: UUID!, $from: DateTime!) {
      topologyDiff(topologyId: $id, view: L3Logical, from: $from) {
        nodeCounts { added } edgeCounts { added }
        nodes(first: 100, changeTypes: [Added]) { totalCount nodes { elementId after { elementId } fields { field } } }
        edges(first: 100) { totalCount nodes { elementId } }
      }
    }`;
    const to = new Date().toISOString();
    const whole = `/api/v1/topology/${id}/diff`;
    const period = `view=L3Logical&from=${from}&to=${to}`;
    await forAWhile(async () => {
      await expect200(attempt, owner, graphql({ query, variables: { id, from } }), `${this.name}: pages`);
      await expect200(attempt, owner, { method: 'GET', path: `${whole}?${period}` }, `${this.name}: REST`);
      const csv = `${whole}/export/csv?${period}`;
      await expect200(attempt, owner, { method: 'GET', path: csv }, `${this.name}: CSV`);
    });
  },
};

const reading: Case = {
  name: `${readsAtOnce} reads at once by an owner of ${networksOfOwner} networks`,
  async run(attempt) {
    const { world } = attempt;
    const { owner } = await attempt.aside(() => world.addLarge(world.hosts, networksOfOwner));
    const countQuery = `{ hosts(first: 50, orderBy: [{ field: name }]) { totalCount nodes { id name services { name } } } }`;
    const reads: readonly Request[] = [
      { method: 'GET', path: '/api/v1/hosts?limit=50' },
      graphql({ query: countQuery }),
      { method: 'GET', path: '/api/v1/services?limit=50' },
      { method: 'GET', path: '/api/v1/hosts?limit=50&search=host-77' },
      graphql({
        query: `{ networks(first: 100) { totalCount nodes { name hosts(first: 5) { totalCount nodes { name } } } } }`,
      }),
    ];
    await forAWhile(() =>
      Promise.all(
        Array.from({ length: readsAtOnce }, (_none, at) =>
          expect200(attempt, owner, reads[at % reads.length]!, `${this.name}: ${at % reads.length}`),
        ),
      ),
    );
  },
};

/** Updates a saved view of the largest size repeatedly. */
const saving: Case = {
  name: 'saving the largest view',
  async run(attempt) {
    const { world } = attempt;
    const { owner, networkId } = await attempt.aside(() => world.addEmpty('Saving'));
    const { id: topologyId } = await world.prisma.topology.findFirstOrThrow({ where: { networkId } });
    const hex = (value: number) => value.toString(16).padStart(12, '0');
    const picture = (round: number) => ({
      positions: Array.from({ length: mostPositions }, (_none, at) => ({
        elementId: `00000000-0000-4000-8000-${hex(at)}`,
        ...{ x: at + round, y: at, width: 100.5, height: 40.25 },
      })),
      routes: Array.from({ length: mostRoutes }, (_none, at) => ({
        lineId: `line ${at} ${'of a long name '.repeat(5)}`,
        points: Array.from({ length: 40 }, (_point, to) => to * 10 + round),
      })),
    });
    const selection = '{ id positions { elementId x y width height } routes { lineId points } }';
    const create = `mutation ($input: CreateSavedViewInput!) { view: createSavedView(input: $input) ${selection} }`;
    const input = { topologyId, name: 'large', view: 'L3Logical', ...picture(0) };
    const createAnswer = await expect200(
      attempt,
      owner,
      graphql({ query: create, variables: { input } }),
      `${this.name}: new`,
    );
    const { id } = (dataOf(createAnswer) as { view: { id: string } }).view;
    const update = `mutation ($id: UUID!, $input: UpdateSavedViewInput!) { updateSavedView(id: $id, input: $input) ${selection} }`;
    let round = 0;
    await forAWhile(async () => {
      round += 1;
      const variables = { id, input: picture(round) };
      const { positions, routes } = picture(round);
      const rest = {
        ...{ name: 'large', description: null, visibility: 'Own', view: 'L3Logical' },
        positions: positions.map(({ elementId, ...place }) => ({ element_id: elementId, ...place })),
        routes: routes.map(({ lineId, points }) => ({ line_id: lineId, points })),
      };
      await Promise.all([
        expect200(attempt, owner, graphql({ query: update, variables }), `${this.name}: GraphQL`),
        expect200(attempt, owner, graphql({ query: update, variables }), `${this.name}: GraphQL`),
        put(attempt, owner, `/api/v1/saved-views/${id}`, rest, `${this.name}: REST`),
      ]);
    });
  },
};

const hosting: Case = {
  name: `a host of ${servicesOfHost} services`,
  async run(attempt) {
    const { world } = attempt;
    const { owner, networkId } = await attempt.aside(() => world.addEmpty('Hosting'));
    const services = Array.from({ length: servicesOfHost }, (_none, at) => ({
      ...{ name: `service ${at}`, service_definition: 'Custom', bindings: [], tags: [] },
    }));
    const fields = { hidden: false, tags: [], network_id: networkId, name: 'host of many' };
    await forAWhile(async () => {
      const body = json({ ...fields, ip_addresses: [], ports: [], interfaces: [], services });
      const createAnswer = await expect200(
        attempt,
        owner,
        { method: 'POST', path: '/api/v1/hosts', ...body },
        `${this.name}: new`,
      );
      if (createAnswer.status !== 200) return;
      const { id } = dataOf(createAnswer) as { id: string };
      const path = `/api/v1/hosts/${id}`;
      const read = await expect200(attempt, owner, { method: 'GET', path }, `${this.name}: read`);
      await put(attempt, owner, path, dataOf(read) as object, `${this.name}: put`);
      await expect200(attempt, owner, { method: 'DELETE', path }, `${this.name}: delete`);
    });
  },
};

const cases: readonly Case[] = [importing, comparing, reading, saving, hosting];

export const heavy: Phase = {
  name: 'heavy',
  duty: 'the heaviest that a tenant can ask for: an import, a difference, many reads, a large view, a large host',
  share: 5,
  together: 1,
  isMeasured: true,
  cases: cases.length,
  run: (attempt) => cases[attempt.number]!.run(attempt),
};
