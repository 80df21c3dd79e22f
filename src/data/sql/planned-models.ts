// The models of the raw client, which has access to rows of every organization. Their calls run the SQL statements of
// this folder, not Prisma.
import type { Prisma, PrismaClient } from '../../generated/prisma/client';
import { capitalize, uncapitalize } from '../../platform/text/names';
import { modelNames } from '../model/model-fields';
import type { DirectReads } from './direct-reads';
import type { DirectWrites } from './direct-writes';
import { NoPlan, UnplannedCall } from './no-plan';

export type Models = Pick<PrismaClient, Uncapitalize<Prisma.ModelName>>;

const delegateNames: ReadonlySet<string> = new Set(modelNames.map(uncapitalize));

/** Whether a client has a model under this name. */
export const isModelName = (name: string | symbol): boolean => typeof name === 'string' && delegateNames.has(name);

/** Builds an object with all models. Each call of a model's operation is passed to the function `answer`. */
export function buildModels(answer: (model: string, operation: string, args: object) => unknown): Models {
  const delegateOf = (model: string): object =>
    new Proxy(
      {},
      {
        get:
          (_target, operation: string) =>
          (args: object = {}) =>
            answer(model, operation, args),
      },
    );
  return new Proxy({} as Models, {
    get: (_target, name: string) => (isModelName(name) ? delegateOf(capitalize(name)) : undefined),
  });
}

/** Models that never use Prisma: a call for which this folder has no SQL statement rejects with `UnplannedCall`. */
export const plannedModels = ({
  reads,
  writes,
}: {
  readonly reads: DirectReads;
  readonly writes: DirectWrites;
}): Models =>
  buildModels(async (model, operation, args) => {
    const isRead = reads.operations.has(operation);
    const answer = isRead ? reads.read(model, operation, args) : writes.write(model, operation, args);
    if (answer instanceof NoPlan) throw new UnplannedCall(model, operation, answer);
    return answer;
  });
