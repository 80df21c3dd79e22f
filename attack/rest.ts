// Phase: every REST operation with generated parameters and bodies; writes only where the caller's reach ends.
import type { Dice } from './dice';
import { callerFor } from './documents';
import type { Request } from './exchange';
import { operations, valueOf, type Operation } from './openapi';
import { json, type Phase } from './phase';
import type { World } from './world';

/** Streams never end by themselves: their readers leave. */
const isStream = ({ path }: Operation) => /\/stream$/.test(path);
const streamMs = 300;

const asSegment = (value: unknown): string =>
  encodeURIComponent(Buffer.from(typeof value === 'object' ? JSON.stringify(value) : String(value)).toString());

export function requestFor(dice: Dice, world: World, operation: Operation): Request {
  let path = operation.path;
  const query = new URLSearchParams();
  for (const { name, in: place, required, schema } of operation.parameters) {
    // An instant is what most of this is about.
    const isWanted = required || dice.chance(name === 'at' ? 0.6 : 0.25);
    if (!isWanted || place === 'header') continue;
    const owner = place === 'path' || name === 'ids' ? operation.owner : '';
    const value = valueOf(dice, world, schema, place === 'path' && name === 'id' ? '' : name, owner);
    if (place === 'path') path = path.replace(`{${name}}`, asSegment(value) || '-');
    else if (value !== null)
      for (const one of Array.isArray(value) && dice.chance(0.5) ? (value as unknown[]) : [value])
        query.append(name, typeof one === 'object' && !Array.isArray(one) ? JSON.stringify(one) : String(one));
  }
  const search = String(query);
  const at = search === '' ? path : `${path}?${search}`;
  const body = operation.body && json(valueOf(dice, world, operation.body, '', operation.owner));
  return { method: operation.method, path: at, ...body, ...(isStream(operation) && { leavesAfterMs: streamMs }) };
}

const reads = operations.filter(({ method }) => method === 'GET');
/** What signs in is slow on purpose, and has suites of its own. */
const writes = operations.filter(({ method, path }) => method !== 'GET' && !/^\/api\/auth\//.test(path));
const isPublic = ({ path }: Operation) => /\/shares\/public\//.test(path);

export const rest: Phase = {
  name: 'rest',
  duty: 'REST operations with parameters and bodies at random, by every kind of caller',
  share: 4,
  together: 4,
  async run({ dice, world, send }) {
    const caller = callerFor(dice, world);
    const mayWrite = /anonymous|deleted|Viewer/.test(caller.name);
    const operation = dice.chance(mayWrite ? 0.3 : 0.02)
      ? dice.pick(mayWrite ? writes : writes.filter(isPublic))
      : dice.pick(reads);
    const request = requestFor(dice, world, operation);
    const past = /[?&]at=/.test(request.path) ? ' at' : '';
    await send(caller, request, `${operation.method} ${operation.path}${past}`);
  },
};
