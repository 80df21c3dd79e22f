// Properties of every data source that reads an API: a random or truncated response gives at most a warning, every
// machine makes a valid report, and no list of ports is reported as complete.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { ApiTargets, type OwnTarget } from '../../../src/agent/api-targets';
import { ScanOrder } from '../../../src/agent/scope/order';
import { Scope } from '../../../src/agent/scope/scope';
import { apiSources, Pins, sources, type FoundMachine } from '../../../src/agent/sources';
import { stubFingerprint, type StubReply, type StubServer } from './api-stub';
import { reportsOf } from './reports';
import { sourceStubs, startStub } from './stubs';

let stub: StubServer;

const work = { credential_mappings: [], subnets: [] };
const scope = new Scope({ allow: ['127.0.0.0/8'], exclude: [], yes: false, ownSubnets: [] });

/** Reads the stub with the data source `name`, such as `unifi`. Resolves with the machines and the warnings. */
async function read(name: string, settings: object): Promise<{ machines: FoundMachine[]; warnings: string[] }> {
  const source = apiSources.find((one) => one.name === name)!;
  const ownTarget: OwnTarget = {
    source,
    address: '127.0.0.1',
    port: stub.port,
    fingerprint: stubFingerprint,
    settings,
  };
  const warnings: string[] = [];
  const targets = new ApiTargets({
    ...{ work, own: [ownTarget], programs: [], scope, pins: new Pins(), signal: new AbortController().signal },
    order: new ScanOrder({ discovery_type: { type: 'Unified' } as never, subnets: [] }, scope),
    warn: (text) => void warnings.push(text),
  });
  return { machines: await targets.read(), warnings };
}

test('every source of an API has a stub, and every source says what it needs', () => {
  const withStubs = new Set(sourceStubs.map(({ source }) => source));
  expect([...withStubs]).toEqual(apiSources.map(({ name }) => name));
  for (const { needs } of sources) expect([needs.rights, needs.ports].every((text) => text.length > 3)).toBe(true);
});

test('docs/sources.md has a row for every source, with the rights and ports that it needs', () => {
  const text = readFileSync(path.resolve(__dirname, '../../../docs/sources.md'), 'utf8').replace(/ +/g, ' ');
  for (const { name, needs } of sources)
    expect(text.split('\n').find((line) => line.startsWith(`| \`${name}\` |`))).toEqual(
      expect.stringContaining(`| ${needs.rights} | ${needs.ports} |`),
    );
});

describe.each(sourceStubs)('$source', (sourceStub) => {
  const { source, settings, sent, answerOf, methods = ['GET'] } = sourceStub;
  const { sentSettings, parseSettings } = apiSources.find(({ name }) => name === source)!;

  beforeAll(async () => {
    stub = await startStub(sourceStub);
  });
  afterAll(() => stub.stop());

  test('the settings of a file and of a credential are the same; any others give a clear refusal', () => {
    expect(parseSettings(sentSettings({ ...sent }))).toEqual(parseSettings(settings));
    expect(parseSettings(settings)).toBeDefined();
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...Object.keys(sent)), fc.jsonValue()), (more) => {
        parseSettings(sentSettings({ ...sent, ...more } as never));
      }),
    );
  });

  test('the whole API is read without a change, and its machines make valid reports', async () => {
    stub.requests.length = 0;
    stub.reply = answerOf;
    const { machines } = await read(source, settings);
    expect(reportsOf(machines).length).toBeGreaterThan(1);
    expect(new Set(stub.requests.map(({ method }) => method))).toEqual(new Set(methods));
    expect(new Set(machines.map(({ key }) => key)).size).toBe(machines.length);
    expect((await read(source, settings)).machines).toEqual(machines);
  });

  test('refusals, cut answers and other forms give warnings, and no word of the secret', async () => {
    const secrets = Object.values(settings).filter(
      (text): text is string => typeof text === 'string' && text.length > 20,
    );
    expect(secrets.length).toBeGreaterThan(0);
    const odd: StubReply[] = [
      { status: 401, body: {} },
      { status: 403, body: {} },
      { status: 500, body: '\u001b]0;x\u0007' },
      'half',
      { body: '[' },
    ];
    for (const reply of odd)
      for (let at = 0; at < 4; at++) {
        stub.requests.length = 0;
        stub.reply = (request) => (stub.requests.length > at ? reply : answerOf(request));
        const { machines, warnings } = await read(source, settings);
        expect(warnings.length).toBeGreaterThan(0);
        for (const secret of secrets) expect(warnings.join()).not.toContain(secret);
        reportsOf(machines);
      }
  });

  test('random values in any answer', async () => {
    const odd = fc.oneof(
      fc.jsonValue({ maxDepth: 3 }),
      fc.constantFrom('', '\0', 'x'.repeat(5_000), '../..', '10.0.0.1', 'FF:FF:FF:FF:FF:FF', '00:00:5E:00:01:01'),
      fc.constantFrom<unknown>(-1, 2 ** 53, 1e300, 4095, null, [], {}),
    );
    await fc.assert(
      fc.asyncProperty(fc.infiniteStream(odd), fc.infiniteStream(fc.nat({ max: 9 })), async (values, choices) => {
        stub.reply = (request) => {
          const answer = answerOf(request);
          return answer && { ...answer, body: changed(answer.body, values, choices) };
        };
        const { machines } = await read(source, settings);
        reportsOf(machines);
      }),
      { numRuns: 60 },
    );
  });
});

/** Returns a copy of `value` in which about one in ten parts is replaced by the next item of `values`. */
function changed(value: unknown, values: Iterator<unknown>, choices: Iterator<number>): unknown {
  if (choices.next().value === 0) return values.next().value;
  if (Array.isArray(value)) return value.map((item) => changed(item, values, choices));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, changed(item, values, choices)]));
}
