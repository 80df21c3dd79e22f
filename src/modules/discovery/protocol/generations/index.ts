// Converts request bodies of all daemon versions to the form of the REST routes, and responses to the form of the
// daemon's version.
import { AppError } from '../../../../errors';
import { mapInTurns } from '../../../../platform/threads/event-loop';
import { protocol014 } from './protocol-0.14';
import { protocol013 } from './protocol-0.13';
import { protocol015 } from './protocol-0.15';
import { protocol016 } from './protocol-0.16';
import { protocol0170 } from './protocol-0.17.0';
import { protocol0175 } from './protocol-0.17.5';
import { readNames } from './protocol-0.17.22';
import {
  generations,
  isOlderGeneration,
  isObject,
  toObjects,
  type DaemonCall,
  type Generation,
  type Json,
  type Step,
} from './protocol-versions';
import { newest } from './newest-protocol';

export {
  protocolGeneration,
  isOlderGeneration,
  isObject,
  type DaemonCall,
  type Generation,
  type Json,
} from './protocol-versions';

/**
 * Conversions for each protocol generation, a range of daemon versions with the same protocol. The newest generations,
 * F and G, differ from the REST routes only in names, which `readNames` replaces.
 */
const steps: Readonly<Partial<Record<Generation, Step>>> = {
  A0: protocol013,
  A: protocol014,
  B: protocol015,
  C: protocol016,
  D: protocol0170,
  E: protocol0175,
};

/**
 * Converts a request body of any protocol generation to the form of the REST route. The fields of the body show its
 * generation. Unknown fields stay; the route drops them later. A body that is no object counts as an empty object.
 */
export function readBody(call: DaemonCall, json: unknown): Json {
  const body = isObject(json) ? readNames(json) : {};
  if (call === 'poll') return readPoll(body);
  if (call === 'hosts/discovery/batch') return readBatch(body);
  const upgradedBody = generations.reduce((read, one) => steps[one]?.read?.[call]?.(read) ?? read, body);
  return newest.read?.[call]?.(upgradedBody) ?? upgradedBody;
}

/**
 * Converts one report of a batch like a single report. A report that is not an object becomes null, so that the results
 * are in the order of the reports.
 */
const readReport = (one: unknown): Json | null => (isObject(one) ? readBody('hosts/discovery', one) : null);
const readBatch = ({ reports, ...body }: Json): Json => ({
  ...body,
  reports: Array.isArray(reports) ? reports.map(readReport) : reports,
});

/** Converts a request body like `readBody`, but yields to the event loop between the reports of a batch. */
export async function readBodyInTurns(call: DaemonCall, json: unknown): Promise<Json> {
  if (call !== 'hosts/discovery/batch' || !isObject(json) || !Array.isArray(json.reports)) return readBody(call, json);
  return { ...readBody(call, { ...json, reports: [] }), reports: await mapInTurns(json.reports, readReport) };
}

/** Converts a daemon's response to a poll: the progress of its run, and the hosts and subnets that it found. */
function readPoll({ progress, entities }: Json): Json {
  const { hosts, subnets } = isObject(entities) ? entities : {};
  return {
    progress: isObject(progress) ? readBody('update', progress) : null,
    entities: {
      hosts: (toObjects(hosts) ?? []).map((one) => readBody('hosts/discovery', one)),
      subnets: (toObjects(subnets) ?? []).map((one) => readBody('subnets', one)),
    },
  };
}

/** Converts the data of a response from the form of the REST route to the daemon's protocol generation. */
export function writeAnswer(call: DaemonCall, generation: Generation, data: unknown): unknown {
  if (call === 'request-work' && Array.isArray(data)) {
    const [work, cancel] = data as unknown[];
    return [writeAnswer('initiate', generation, work), cancel];
  }
  if (!isObject(data)) return data;
  if (call === 'entities-created')
    return {
      hosts: confirmPairs(data.hosts, (host) => writeAnswer('hosts/discovery', generation, host)),
      subnets: confirmPairs(data.subnets, (subnet) => writeAnswer('subnets', generation, subnet)),
    };
  const older = generations.filter((one) => !isOlderGeneration(one, generation)).reverse();
  const start = newest.write?.[call]?.(data) ?? data;
  return older.reduce((writtenAnswer, one) => steps[one]?.write?.[call]?.(writtenAnswer) ?? writtenAnswer, start);
}

/**
 * Converts stored hosts or subnets for the daemon that found them. Each pair has the id that the daemon uses, and the
 * stored row.
 */
const confirmPairs = (pairs: unknown, write: (row: unknown) => unknown): unknown[] =>
  Array.isArray(pairs) ? pairs.map(([id, row]: [unknown, unknown]) => [id, write(row)]) : [];

/**
 * Converts an error for a daemon. Daemons before 0.15 exit if a request for work gets a 404. Such daemons get
 * `daemon_standby`, after which they wait, as newer daemons do after a 404.
 */
export function writeRefusal(call: DaemonCall, generation: Generation, error: unknown): unknown {
  const isUnknown = error instanceof AppError && error.code === 'daemon_not_registered';
  return call === 'request-work' && isUnknown && isOlderGeneration(generation, 'B')
    ? new AppError('daemon_standby')
    : error;
}
