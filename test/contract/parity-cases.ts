// Provides the variables with which parity.test.ts sends each operation over REST and GraphQL. A new route needs a case
// in a `*.samples.ts` file unless its variables can be derived.
import { isNonNullType } from 'graphql';
import { mergedSamples, type Case, type Side, type Values } from '../support/samples';
import type { Twin, TwinWorlds } from '../support/twins';
import { sendRequest } from '../tenancy/rest-endpoints';
import { parityRoutes, sendDocument, type ParityRoute } from './parity';

/**
 * Functions that return example variables (cases), by operation id, collected from the `*.samples.ts` file of every
 * entity.
 */
export const cases = mergedSamples('cases');

/**
 * Returns the function that makes the variables of a successful request. Undefined if `cases` has none for the route
 * and none can be derived.
 */
export function findCase(route: ParityRoute): Case | undefined {
  return cases[route.id] ?? readCase(route) ?? deleteCase(route) ?? updateCase(route);
}

const requiredOf = ({ inputs }: ParityRoute): string[] =>
  [...inputs].filter(([, type]) => isNonNullType(type)).map(([name]) => name);

function readCase(route: ParityRoute): Case | undefined {
  const requiredNames = requiredOf(route);
  if (route.route.method !== 'get') return undefined;
  if (requiredNames.length === 0) return () => ({});
  return requiredNames.join() === 'id' && route.owner !== '' ? ({ id }) => ({ id: id(route.owner) }) : undefined;
}

const createRouteOf = ({ owner }: ParityRoute): ParityRoute | undefined =>
  parityRoutes.find((other) => other.owner === owner && other.id.startsWith('create_') && other.id in cases);

function deleteCase(route: ParityRoute): Case | undefined {
  const create = createRouteOf(route)?.id;
  if (create === undefined) return undefined;
  if (route.id.startsWith('bulk_delete_'))
    return async (side) => ({ ids: [await side.create(create), await side.create(create)] });
  const isAboutOne = requiredOf(route).join() === 'id' && /^(delete|rotate|revoke)_/.test(route.id);
  return isAboutOne ? async (side) => ({ id: await side.create(create) }) : undefined;
}

function updateCase(route: ParityRoute): Case | undefined {
  const create = createRouteOf(route);
  if (!create || !route.id.startsWith('update_')) return undefined;
  return async (side) => {
    const createdValues = await cases[create.id]!(side);
    const id = await side.create(create.id, createdValues);
    const declaredEntries = Object.entries(createdValues).filter(([name]) => route.inputs.has(name));
    return { ...Object.fromEntries(declaredEntries), id };
  };
}

/**
 * The helper by which cases create rows and ids for one of the two compared servers, over REST or over GraphQL
 * (`door`).
 */
export function createSide(twins: TwinWorlds, twin: Twin, door: 'rest' | 'graphql'): Side {
  let count = 0;
  const side: Side = {
    networkId: twins.networkId,
    organizationId: twins.organizationId,
    userIds: twins.userIds,
    daemonId: twins.daemonId,
    daemonHostId: twins.daemonHostId,
    next: () => (count += 1),
    newId: () => `00000000-0000-4000-8000-${String((count += 1)).padStart(12, '0')}`,
    id: (model) => {
      const [id] = twins.ids[model] ?? [];
      if (!id) throw new Error(`no ${model} among the samples in test/modules`);
      return id;
    },
    create: async (operationId, more) => {
      const row: MadeRow = await side.createdData(operationId, more);
      const id = row.id ?? row.session_id ?? (row.api_key ?? row.daemon ?? row.enrolment_code ?? row.webhook)?.id;
      if (!id) throw new Error(`${operationId} returned no id: ${JSON.stringify(row).slice(0, 600)}`);
      return id;
    },
    createdData: async (operationId, more = {}) => {
      const route = parityRoutes.find(({ id }) => id === operationId);
      const make = cases[operationId];
      if (!route || !make) throw new Error(`no case ${operationId} among the samples in test/modules`);
      const values = { ...(await make(side)), ...more };
      const caller = twin.callers.owner;
      const reply =
        door === 'rest' ? await sendRequest(caller as never, route, values) : await sendDocument(caller, route, values);
      const { data, page } = (door === 'rest' ? reply.body : (reply.body.data ?? {})) as Answered;
      const createdRow = Array.isArray(data) ? data[0] : (data ?? page?.nodes[0]);
      if (!createdRow) throw new Error(`${operationId} made nothing: ${JSON.stringify(reply.body).slice(0, 600)}`);
      return createdRow;
    },
  };
  return side;
}
interface Answered {
  data?: Values | readonly Values[];
  page?: { readonly nodes: readonly Values[] };
}
interface MadeRow {
  id?: string;
  session_id?: string;
  api_key?: { id: string };
  daemon?: { id: string };
  enrolment_code?: { id: string };
  webhook?: { id: string };
}
