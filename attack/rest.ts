// Attack phase: every REST operation with generated parameters and bodies. Writes are only sent for rows out of the
// caller's reach.
import type { Dice } from './dice';
import { pickCaller } from './documents';
import type { Request } from './exchange';
import { operations, pickSchemaValue, type Operation } from './openapi';
import { json, type Phase } from './phase';
import type { World } from './world';

/** Whether the operation sends a stream. A stream does not end by itself, so the caller disconnects after a while. */
const isStream = ({ path }: Operation) => /\/stream$/.test(path);
const streamMs = 300;

/** A value as text in a URL: objects and lists are written as JSON. */
const asText = (value: unknown): string => (typeof value === 'object' ? JSON.stringify(value) : String(value));
const asSegment = (value: unknown): string => encodeURIComponent(Buffer.from(asText(value)).toString());

export function pickRestRequest(dice: Dice, world: World, operation: Operation): Request {
  let path = operation.path;
  const query = new URLSearchParams();
  for (const { name, in: place, required, schema } of operation.parameters) {
    // The parameter `at` is sent often, because most operations accept it.
    const isWanted = required || dice.chance(name === 'at' ? 0.6 : 0.25);
    if (!isWanted || place === 'header') continue;
    const owner = place === 'path' || name === 'ids' ? operation.owner : '';
    const value = pickSchemaValue(dice, world, schema, place === 'path' && name === 'id' ? '' : name, owner);
    if (place === 'path') path = path.replace(`{${name}}`, asSegment(value) || '-');
    else if (value !== null)
      for (const one of Array.isArray(value) && dice.chance(0.5) ? (value as unknown[]) : [value])
        query.append(name, asText(one));
  }
  const search = String(query);
  const at = search === '' ? path : `${path}?${search}`;
  const body = operation.body && json(pickSchemaValue(dice, world, operation.body, '', operation.owner));
  return { method: operation.method, path: at, ...body, ...(isStream(operation) && { leavesAfterMs: streamMs }) };
}

const reads = operations.filter(({ method }) => method === 'GET');
/** Operations that write, except those of sign-in: sign-in is intentionally slow, and other suites test it. */
const writes = operations.filter(({ method, path }) => method !== 'GET' && !/^\/api\/auth\//.test(path));
const isPublic = ({ path }: Operation) => /\/shares\/public\//.test(path);

export const rest: Phase = {
  name: 'rest',
  duty: 'REST operations with parameters and bodies at random, by every kind of caller',
  share: 4,
  together: 4,
  async run({ dice, world, send }) {
    const caller = pickCaller(dice, world);
    const mayWrite = /anonymous|deleted|Viewer/.test(caller.name);
    const operation = dice.chance(mayWrite ? 0.3 : 0.02)
      ? dice.pick(mayWrite ? writes : writes.filter(isPublic))
      : dice.pick(reads);
    const request = pickRestRequest(dice, world, operation);
    const past = /[?&]at=/.test(request.path) ? ' at' : '';
    await send(caller, request, `${operation.method} ${operation.path}${past}`);
  },
};
