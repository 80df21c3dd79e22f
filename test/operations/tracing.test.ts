// Tests the traces of OpenTelemetry with a collector of this suite: which spans a request and the jobs have, which span
// is the parent of another span, and that no span contains a value of a caller.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { eventually } from '../support/eventually';
import { createMigratedDatabase, type OwnDatabase } from '../support/own-database';
import { addKey, kill, password, register, startReplica, type Account, type Replica } from './replica';

interface Attribute {
  readonly key: string;
  readonly value: { readonly stringValue?: string; readonly intValue?: number };
}
interface SpanSent {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly attributes: readonly Attribute[];
  readonly status: { readonly code?: number };
}
interface SentTraces {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly Attribute[] };
    readonly scopeSpans: readonly { readonly spans: readonly SpanSent[] }[];
  }[];
}

const bodies: string[] = [];
let collector: Server;
let database: OwnDatabase;
let replica: Replica;
let account: Account;

beforeAll(async () => {
  collector = createServer((req, res) => {
    let body = '';
    req.setEncoding('utf8').on('data', (text: string) => (body += text));
    req.on('end', () => {
      if (req.url === '/v1/traces') bodies.push(body);
      res.end('{}');
    });
  });
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
  database = await createMigratedDatabase();
  replica = await startReplica({
    DATABASE_URL: database.url,
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(collector.address() as AddressInfo).port}`,
    OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=suite',
    OTEL_BSP_SCHEDULE_DELAY: '50',
  });
  account = await register(replica);
});
afterAll(async () => {
  await kill([replica]);
  await database?.drop();
  await new Promise((resolve) => collector.close(resolve));
});

const parseBodies = (): SentTraces[] => bodies.map((body) => JSON.parse(body) as SentTraces);
const allSpans = (): SpanSent[] =>
  parseBodies().flatMap(({ resourceSpans }) =>
    resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
  );
const attributeOf = ({ attributes }: Pick<SpanSent, 'attributes'>, key: string) =>
  attributes.find((attribute) => attribute.key === key)?.value;

let traceCount = 0;
/** Sends a request within a trace of its own. Resolves with the spans of that trace once the whole request has ended. */
async function spansOf(send: (headers: Record<string, string>) => Promise<{ headers: Headers }>) {
  traceCount += 1;
  const [traceId, callerId] = [`${traceCount}`.padStart(32, 'a'), `${traceCount}`.padStart(16, 'b')];
  const reply = await send({ traceparent: `00-${traceId}-${callerId}-01` });
  const spans = await eventually(() => {
    const spansOfTrace = allSpans().filter((span) => span.traceId === traceId);
    return Promise.resolve(spansOfTrace.some(({ parentSpanId }) => parentSpanId === callerId) && spansOfTrace);
  });
  const [door] = spans.filter(({ parentSpanId }) => parentSpanId === callerId);
  const below = (span: SpanSent) => spans.filter(({ parentSpanId }) => parentSpanId === span.spanId);
  return { traceId, reply, spans, door: door!, below };
}

test('a REST request: door, document and statements, in the trace of the caller, whose id is in the log', async () => {
  const client = replica.as(account);
  const { traceId, reply, door, spans, below } = await spansOf((headers) =>
    client.send('GET', '/api/v1/networks?limit=2', { headers }),
  );
  expect([door.name, door.kind, attributeOf(door, 'http.response.status_code')?.intValue]).toEqual([
    'GET ListNetworks',
    2,
    200,
  ]);
  const [document] = below(door).filter(({ name }) => name.startsWith('document'));
  expect(document!.name).toBe('document ListNetworks');
  const statements = below(document!);
  expect(statements.length).toBeGreaterThan(0);
  for (const statement of statements) expect(attributeOf(statement, 'db.system.name')?.stringValue).toBe('postgresql');
  expect(spans.every(({ status }) => (status.code ?? 0) !== 2)).toBe(true);
  const line = await replica.requestLine(reply.headers.get('x-request-id')!);
  expect(line).toMatchObject({ trace_id: traceId, span_id: door.spanId });
});

test('a GraphQL request: its document is named, and statements are parts of it', async () => {
  const client = replica.as(account);
  const body = { query: 'query Mine { networks(first: 1) { totalCount nodes { name } } }', operationName: 'Mine' };
  const { door, below } = await spansOf((headers) => client.send('POST', '/graphql', { headers, body }));
  expect(door.name).toBe('POST Mine');
  const [document] = below(door).filter(({ name }) => name === 'document Mine');
  expect(below(document!).map(({ name }) => name)).toContain('SELECT');
});

test('a malformed traceparent begins a trace of its own, and a refused request has a span as well', async () => {
  const before = allSpans().length;
  const reply = await replica.as({}).send('GET', '/api/v1/hosts', { headers: { traceparent: '00-xyz' } });
  expect(reply.status).toBe(401);
  const id = reply.headers.get('x-request-id')!;
  const door = await eventually(() =>
    Promise.resolve(
      allSpans()
        .slice(before)
        .find((span) => attributeOf(span, 'netloom.request_id')?.stringValue === id),
    ),
  );
  expect(door.parentSpanId ?? '').toBe('');
  expect(attributeOf(door, 'http.response.status_code')?.intValue).toBe(401);
});

test('jobs have spans; the resource has the standard attributes; no span has a value of a caller', async () => {
  const { key } = await addKey(replica, account);
  const secret = 'community-of-the-tracing-suite';
  const reply = await replica.as({ key }).send('GET', `/api/v1/hosts?search=${secret}&limit=1`);
  expect(reply.status).toBe(200);
  await eventually(() => Promise.resolve(allSpans().some(({ name }) => name === 'job due runs')));
  const [{ resource }] = parseBodies()[0]!.resourceSpans as [SentTraces['resourceSpans'][number]];
  expect(attributeOf(resource, 'service.name')?.stringValue).toBe('netloom');
  expect(attributeOf(resource, 'deployment.environment.name')?.stringValue).toBe('suite');
  const text = bodies.join('\n');
  for (const value of [secret, key, password, account.email]) expect(text).not.toContain(value);
});

test('without the collector the service answers on, and the log says once that traces are not sent', async () => {
  collector.closeAllConnections();
  await new Promise((resolve) => collector.close(resolve));
  const ask = () => replica.as(account).send('GET', '/api/v1/networks?limit=1');
  await eventually(async () => {
    expect((await ask()).status).toBe(200);
    return replica.logLines().some(({ msg }) => msg === 'traces could not be sent');
  });
  expect(replica.logLines().filter(({ msg }) => msg === 'traces could not be sent')).toHaveLength(1);
});
