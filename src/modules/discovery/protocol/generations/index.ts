// Daemons of every generation: their bodies in the one form that the operations take, and answers as they can read them.
import { AppError } from '../../../../errors';
import { mapInTurns } from '../../../../platform/threads/event-loop';
import { stepA } from './a';
import { stepA0 } from './a0';
import { stepB } from './b';
import { stepC } from './c';
import { stepD } from './d';
import { stepE } from './e';
import { readNames } from './g';
import {
  generations,
  isBefore,
  isObject,
  objectsIn,
  type DaemonCall,
  type Generation,
  type Json,
  type Step,
} from './generation';
import { newest } from './newest';

export { generationOf, isBefore, isObject, type DaemonCall, type Generation, type Json } from './generation';

/** F and G differ in names alone, which are read at any depth before all else. */
const steps: Readonly<Partial<Record<Generation, Step>>> = {
  A0: stepA0,
  A: stepA,
  B: stepB,
  C: stepC,
  D: stepD,
  E: stepE,
};

/**
 * A body of any generation as the route of the call documents it: generations are told apart by the members of the body.
 * Members and values that no document knows stay, for the door to leave out. What is no object is read as an empty one.
 */
export function readBody(call: DaemonCall, json: unknown): Json {
  const body = isObject(json) ? readNames(json) : {};
  if (call === 'poll') return readPoll(body);
  if (call === 'hosts/discovery/batch') return readBatch(body);
  const lifted = generations.reduce((read, one) => steps[one]?.read?.[call]?.(read) ?? read, body);
  return newest.read?.[call]?.(lifted) ?? lifted;
}

/** Each report is read as if it had come alone; what is no object keeps its place. */
const readReport = (one: unknown): Json | null => (isObject(one) ? readBody('hosts/discovery', one) : null);
const readBatch = ({ reports, ...body }: Json): Json => ({
  ...body,
  reports: Array.isArray(reports) ? reports.map(readReport) : reports,
});

/** The same, a batch report by report: between, others go on. */
export async function readBodyInTurns(call: DaemonCall, json: unknown): Promise<Json> {
  if (call !== 'hosts/discovery/batch' || !isObject(json) || !Array.isArray(json.reports)) return readBody(call, json);
  return { ...readBody(call, { ...json, reports: [] }), reports: await mapInTurns(json.reports, readReport) };
}

/** Each entity is read as the call that would have brought it; their ids stand beside them, as confirmations name them. */
function readPoll({ progress, entities }: Json): Json {
  const { hosts, subnets } = isObject(entities) ? entities : {};
  return {
    progress: isObject(progress) ? readBody('update', progress) : null,
    entities: {
      hosts: (objectsIn(hosts) ?? []).map((one) => readBody('hosts/discovery', one)),
      subnets: (objectsIn(subnets) ?? []).map((one) => readBody('subnets', one)),
    },
  };
}

/** The data of an answer as daemons of the generation can read it; `data` is what the route of the call documents. */
export function writeAnswer(call: DaemonCall, generation: Generation, data: unknown): unknown {
  if (call === 'request-work' && Array.isArray(data)) {
    const [work, cancel] = data as unknown[];
    return [writeAnswer('initiate', generation, work), cancel];
  }
  if (!isObject(data)) return data;
  if (call === 'entities-created')
    return {
      hosts: confirmed(data.hosts, (host) => writeAnswer('hosts/discovery', generation, host)),
      subnets: confirmed(data.subnets, (subnet) => writeAnswer('subnets', generation, subnet)),
    };
  const older = generations.filter((one) => !isBefore(one, generation)).reverse();
  const start = newest.write?.[call]?.(data) ?? data;
  return older.reduce((written, one) => steps[one]?.write?.[call]?.(written) ?? written, start);
}

/** Pairs of the id in the poll and the stored row. */
const confirmed = (pairs: unknown, write: (row: unknown) => unknown): unknown[] =>
  Array.isArray(pairs) ? pairs.map(([id, row]: [unknown, unknown]) => [id, write(row)]) : [];

/** Daemons before 0.15 end on a 404 to a request for work, where newer ones park; "on standby" parks them too. */
export function writeRefusal(call: DaemonCall, generation: Generation, error: unknown): unknown {
  const isUnknown = error instanceof AppError && error.code === 'daemon_not_registered';
  return call === 'request-work' && isUnknown && isBefore(generation, 'B') ? new AppError('daemon_standby') : error;
}
