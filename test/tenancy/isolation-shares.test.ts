// Tests tenant isolation of share pages, for each of their documents: a visitor reads only the fields listed below, of
// one topology, whatever ids the request contains.
import { randomUUID } from 'node:crypto';
import { parse, TypeInfo, visit, visitWithTypeInfo } from 'graphql';
import * as documents from '../../src/generated/page-operations';
import { schema } from '../../src/modules/types';
import { topologyViews } from '../../src/modules/topology/graph/options';
import { isUuid } from '../../src/platform/text/validation';
import { openEvents } from '../support/events';
import { findLeaks } from './leaks';
import { createWalledWorld, type WalledWorld } from './walled-world';

let walled: WalledWorld;
let shareId: string;
let token: string;
beforeAll(async () => {
  walled = await createWalledWorld();
  const { world } = walled;
  const { networkId } = world;
  const topology = await world.prisma.topology.findFirstOrThrow({ where: { networkId, snapshotId: null } });
  const body = { name: 'Wall', network_id: networkId, topology_id: topology.id, password: 'open sesame' };
  shareId = (await world.member.rest.post('/shares', body)).body.data.id;
  token = (await world.anonymous.rest.post(`/shares/public/${shareId}/verify`, { password: 'open sesame' })).body.data;
});
afterAll(() => walled.close());

const shared = Object.entries(documents).flatMap(([name, text]): [string, string][] =>
  /^PageShared\w+Document$/.test(name) ? [[name.replace(/Document$/, ''), String(text)]] : [],
);

/** The fields that a document selects, by type. */
function fieldsOf(text: string): Record<string, string[]> {
  const fields = new Map<string, Set<string>>();
  const info = new TypeInfo(schema);
  visit(
    parse(text),
    visitWithTypeInfo(info, {
      Field({ name: { value } }) {
        const type = info.getParentType()!.name;
        if (value !== '__typename') fields.set(type, (fields.get(type) ?? new Set()).add(value));
      },
    }),
  );
  return Object.fromEntries([...fields].map(([type, names]) => [type, [...names].sort()]));
}

test('rows that visitors read have these fields and no others', () => {
  const rows = ['Host', 'Subnet', 'IpAddress', 'Interface', 'Service', 'Port', 'Topology', 'Network', 'Snapshot'];
  const read: Record<string, string[]> = {};
  for (const [, text] of shared)
    for (const [type, names] of Object.entries(fieldsOf(text)))
      read[type] = [...new Set([...(read[type] ?? []), ...names])].sort();
  expect(Object.fromEntries(Object.entries(read).filter(([type]) => rows.includes(type)))).toEqual({
    Host: ['displayName', 'lastSeenAt', 'model', 'role', 'source', 'tagIds', 'virtualizationMetadata'],
    IpAddress: ['ipAddress', 'lastSeenAt'],
    // The header of a port begins with its alias, so `ifAlias` tells visitors nothing new.
    Interface: ['ifAlias', 'ifName', 'lastSeenAt', 'operStatus', 'speedBps'],
    Network: ['createdAt', 'effectiveStaleAfterHours'],
    Port: ['number', 'protocol'],
    Service: ['category', 'lastSeenAt', 'name', 'source', 'tagIds'],
    Snapshot: ['takenAt'],
    Subnet: ['lastSeenAt', 'source', 'subnetType', 'tagIds'],
    Topology: ['graph', 'id', 'network', 'networkId', 'options', 'snapshot', 'snapshotId'],
  });
  const roots = shared
    .map(([, text]) => fieldsOf(text))
    .map(({ Query = [], Mutation = [], Subscription = [] }) => [...[...Query, ...Mutation, ...Subscription]]);
  expect(roots.flat().sort()).toEqual(['publicShareTopology', 'topology', 'topology', 'topologyGraphChanges']);
});

const textOf = ({ body }: { body: unknown }): string => JSON.stringify(body);
const send = (document: string, variables: object) =>
  walled.world.anonymous.send('POST', `/share/${shareId}/graphql`, { body: { document, variables, token } });

test.each(topologyViews)(
  '%s shows nothing outside of the network, live or read once, whatever ids are named',
  async (view) => {
    const { narrowKey } = walled;
    const { beyond } = narrowKey;
    const ids = Object.values(beyond).flatMap((some) => some?.filter(isUuid).slice(0, 1) ?? []);
    const topologies = beyond.Topology ?? [];
    const details = [null, { limit: 1, foldAbove: 1, expanded: ids, reveal: ids, collapsed: ids }];
    const wholeGraph = textOf(await send('PageSharedGraph', { view }));
    expect(wholeGraph).toContain('"nodes":[{');
    for (const detail of details)
      for (const topologyId of [undefined, ...topologies, randomUUID()]) {
        const variables = { view, detail, topologyId, id: topologyId, networkId: walled.world.otherNetworkId };
        const reply = await send('PageSharedGraph', variables);
        expect([reply.status, findLeaks(narrowKey, textOf(reply))]).toEqual([200, []]);
        if (!detail) expect(textOf(reply)).toBe(wholeGraph);
      }
    const body = {
      document: 'PageSharedChanges',
      variables: { view, detail: details[1], topologyId: topologies[0] },
      token,
    };
    const events = await openEvents(walled.world.url, `/share/${shareId}/graphql`, {}, body);
    const first = JSON.stringify(await events.next());
    events.leave();
    expect(first).toContain('"isWhole":true');
    expect(findLeaks(narrowKey, first)).toEqual([]);
  },
);

test('the visit names the shared topology alone', async () => {
  const { narrowKey } = walled;
  const reply = await send('PageSharedVisit', { id: randomUUID(), topologyId: narrowKey.beyond.Topology?.[0] });
  expect([reply.status, reply.body.data.topology.networkId]).toEqual([200, walled.world.networkId]);
  expect(findLeaks(narrowKey, textOf(reply))).toEqual([]);
});

test('the token is no credential of any other endpoint', async () => {
  const { world } = walled;
  const paths = ['/api/v1/hosts', '/api/v1/topology', '/api/v1/shares', '/graphql?query={hosts{totalCount}}'];
  for (const path of paths)
    for (const [name, value] of [
      ['authorization', `Bearer ${token}`],
      ['cookie', `session_id=${token}`],
    ] as const)
      expect([path, (await world.anonymous.send('GET', path, { headers: { [name]: value } })).status]).toEqual([
        path,
        401,
      ]);
});
