// Profiles both servers under load, and sums up the processor time by part of the code.
import type { Profiler } from 'node:inspector';
import path from 'node:path';
import { cases, type BenchCase } from './cases';
import { startChild, type Child } from './children';
import type { BenchDatabase } from './database';
import { load, type Plan } from './measure';

const root = path.join(__dirname, '..');

/**
 * Parts of the code, in the order of the printed table. A file belongs to the first part whose pattern matches its
 * path.
 */
const parts: readonly (readonly [name: string, file: RegExp])[] = [
  ['handlers by hand', /^bench\//],
  ['authentication', /^src\/auth\//],
  ['rate limit', /^src\/platform\/limits\/|\/rate-limiter-flexible\//],
  [
    'log and metrics',
    /request-log|http\/metrics|\/(pino|pino-std-serializers|sonic-boom|quick-format-unescaped|prom-client)\//,
  ],
  ['tenancy', /^src\/data\/(tenancy|model)\//],
  ['SQL text, rows', /^src\/data\//],
  ['Prisma', /@prisma\/|generated\/prisma/],
  ['driver', /^src\/platform\/postgres\/|\/(pg|pg-protocol|pg-pool|pg-types|postgres-[a-z]+)\//],
  ['document', /graphql-jit|^$|\/graphql\/|dataloader|@pothos\//],
  ['GraphQL engine', /^src\/graphql\//],
  ['modules', /^src\/modules\//],
  ['REST', /^src\/rest\//],
  ['HTTP', /^src\/|\/(express|router|body-parser|compression|[a-z-]+)\//],
];
const others = ['Node: sockets, HTTP', 'garbage collection', 'native code'] as const;

export type Profile = readonly (readonly [part: string, ms: number, heaviest: string])[];

/**
 * Milliseconds of processor time by part of the code. Time in Node's own files counts for the code that called them.
 */
export function sumProfile({ nodes, samples = [], timeDeltas = [] }: Profiler.Profile): Profile {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id])));
  const times = new Map<number, number>();
  // A sample of the profiler represents the time since the previous sample. Other processes can delay a sample, so the
  // time of each sample is limited.
  const longest = 2 * [...timeDeltas].sort((a, b) => a - b)[timeDeltas.length >> 1]!;
  samples.forEach((id, at) => times.set(id, (times.get(id) ?? 0) + Math.min(timeDeltas[at]!, longest) / 1000));
  const sums = new Map<string, { ms: number; frames: Map<string, number> }>();
  for (const [id, ms] of times) {
    const { functionName, url, lineNumber } = byId.get(id)!.callFrame;
    if (functionName === '(idle)' || functionName === '(root)') continue;
    const part = partOf(id, byId, parents);
    const sum = sums.get(part) ?? { ms: 0, frames: new Map<string, number>() };
    const frame = `${functionName || 'anonymous'} ${path.basename(fileOf(url))}:${lineNumber + 1}`;
    sum.ms += ms;
    sum.frames.set(frame, (sum.frames.get(frame) ?? 0) + ms);
    sums.set(part, sum);
  }
  return [...parts.map(([name]) => name), ...others].flatMap((name) => {
    const sum = sums.get(name);
    if (!sum) return [];
    const [heaviest] = [...sum.frames].sort(([, a], [, b]) => b - a)[0]!;
    return [[name, sum.ms, heaviest] as const];
  });
}

/** The path of a stack frame's file relative to the project. For a compiled file, this is the path of its source. */
const fileOf = (url: string): string =>
  url.startsWith('node:')
    ? url
    : path.relative(root, decodeURIComponent(url.replace(/^file:\/\//, ''))).replace(/^dist\//, 'src/');

function partOf(
  id: number,
  byId: ReadonlyMap<number, Profiler.ProfileNode>,
  parents: ReadonlyMap<number, number>,
): string {
  const callFrame = byId.get(id)!.callFrame;
  if (callFrame.functionName === '(garbage collector)') return 'garbage collection';
  if (callFrame.functionName === '(program)') return 'native code';
  for (let at: number | undefined = id; at !== undefined; at = parents.get(at)) {
    const { functionName, url } = byId.get(at)!.callFrame;
    if (functionName === '(root)') break;
    const file = url === '' ? '' : fileOf(url);
    const isNative = url.startsWith('node:') || (url === '' && functionName !== '');
    const part = isNative ? undefined : parts.find(([, pattern]) => pattern.test(file));
    if (part) return part[0];
  }
  return 'Node: sockets, HTTP';
}

const profiledCases = [
  'REST VLAN get',
  'REST VLAN put',
  'REST host get with all children',
  'REST host create with 20 children',
  'REST host list (50)',
  'GraphQL hosts (50), services and tags nested',
];
/** Seconds for which each case is profiled. */
const seconds = 10;

/**
 * Prints the processor time per request by part of the code, for Netloom and for the hand-written server. Netloom
 * writes its usual log but has no rate limits, which would refuse most requests.
 */
export async function benchProfile(
  bare: Child,
  { url, target }: BenchDatabase,
  plan: Plan,
  print: (line: string) => void,
) {
  const settings = { DATABASE_URL: url, LOG_LEVEL: 'info', RATE_LIMIT: 'off' };
  const netloom = await startChild('netloom-server.ts', settings, '/api/health');
  const sampleCase = async (server: Child, one: BenchCase): Promise<Profile> => {
    await load(server.url, one, target, plan.warmUpSeconds * 2);
    let requests = 0;
    const profile = await server.profile(async () => {
      requests = (await load(server.url, one, target, seconds)).perSecond * seconds;
    });
    return sumProfile(profile).map(([part, ms, heaviest]) => [part, ms / requests, heaviest]);
  };
  const row = (name: string, ...ms: readonly number[]) =>
    `  ${name.padEnd(20)}${ms.map((value) => value.toFixed(3).padStart(9)).join('')}`;
  try {
    await netloom.settled();
    for (const one of cases.filter(({ name }) => profiledCases.includes(name))) {
      const sides = [await sampleCase(netloom, one), await sampleCase(bare, one)];
      print('');
      print(`${one.name}: ms of the service for each, by hand, and what is heaviest in Netloom`);
      print(row('all', ...sides.map((side) => side.reduce((sum, [, ms]) => sum + ms, 0))));
      for (const part of [...parts.map(([name]) => name), ...others]) {
        const [netloomProfile, byHand] = sides.map((side) => side.find(([name]) => name === part));
        if (netloomProfile || byHand)
          print(`${row(part, netloomProfile?.[1] ?? 0, byHand?.[1] ?? 0)}  ${netloomProfile?.[2] ?? ''}`);
      }
    }
  } finally {
    await netloom.stop();
  }
}
