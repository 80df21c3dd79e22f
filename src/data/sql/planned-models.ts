// The models of the raw client inside of a transaction: rows of every organization, each call by its plan.
import type { Prisma, PrismaClient } from '../../generated/prisma/client';
import { capitalized, uncapitalized } from '../../platform/text/names';
import { modelNames } from '../model/model-fields';
import type { DirectReads } from './direct-reads';
import type { DirectWrites } from './direct-writes';
import { NoPlan, UnplannedCall } from './no-plan';

export type Models = Pick<PrismaClient, Uncapitalize<Prisma.ModelName>>;

const delegateNames: ReadonlySet<string> = new Set(modelNames.map(uncapitalized));

/** Rejects with `UnplannedCall` where a call has no plan: Prisma has no part in the transaction. */
export function plannedModels({
  reads,
  writes,
}: {
  readonly reads: DirectReads;
  readonly writes: DirectWrites;
}): Models {
  const delegateOf = (model: string): object =>
    new Proxy(
      {},
      {
        get:
          (_target, operation: string) =>
          async (args: object = {}) => {
            const isRead = reads.operations.has(operation);
            const answer = isRead ? reads.read(model, operation, args) : writes.write(model, operation, args);
            if (answer instanceof NoPlan) throw new UnplannedCall(model, operation, answer);
            return answer;
          },
      },
    );
  return new Proxy({} as Models, {
    get: (_target, name: string) => (delegateNames.has(name) ? delegateOf(capitalized(name)) : undefined),
  });
}
