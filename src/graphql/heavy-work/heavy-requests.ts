// Admits requests for heavy work within the budget of an organization. The endpoint of GraphQL and the router of REST
// call it.
import { anonymousViewer } from '../../auth/public-operations';
import { runForCaller } from '../../platform/postgres/connection-shares';
import type { GraphqlContext } from '../context';
import { payersOf, type RequestedOperation } from './heavy-operations';

/**
 * Waits until the organization that pays may run one more heavy request. Resolves with the context in which the request
 * runs. The request counts as running until its response is serialized or its caller disconnects. Throws 429
 * `organization_busy`.
 */
export async function admitHeavy(requested: RequestedOperation, context: GraphqlContext): Promise<GraphqlContext> {
  const payingContext = await withPayer(requested, context);
  const { audience, budgets, payer } = payingContext;
  // If no organization pays for an anonymous caller, nothing is limited here: the operation's fields refuse the caller.
  if (payer === anonymousViewer.organizationId) return payingContext;
  holdUntilAnswered(payingContext, await budgets.enter(payer, (end) => audience.onGone(end)));
  await enterMemory(payingContext);
  return payingContext;
}

type Asking = Pick<GraphqlContext, 'answer' | 'audience' | 'memory'>;

/** Calls `leave` when the response is serialized, or when the caller disconnects. */
function holdUntilAnswered({ answer, audience }: Asking, leave: () => void): void {
  const { release } = answer;
  answer.release = () => {
    leave();
    release();
  };
  audience.onGone(leave);
}

/**
 * Waits until the process has memory for one more request of the kind that takes the most memory. Throws 503
 * `service_unavailable` if that takes too long.
 */
export async function enterMemory(asking: Asking): Promise<void> {
  const { memory, audience } = asking;
  holdUntilAnswered(asking, await memory.enter((end) => audience.onGone(end)));
}

/** Throws 429 `organization_busy` if the paying organization has used up its time budget for heavy work. */
export function requireHeavyTime({ budgets, payer }: GraphqlContext): void {
  budgets.requireTime(payer);
}

/**
 * The context with the organization that pays. For an anonymous caller, this is the organization whose rows the
 * operation reads.
 */
async function withPayer(requested: RequestedOperation, context: GraphqlContext): Promise<GraphqlContext> {
  if (context.payer !== anonymousViewer.organizationId) return context;
  const [payer, ...others] = await payersOf(requested, context);
  for (const other of others) context.budgets.requireTime(other);
  return payer === undefined ? context : context.withPayer(payer);
}

/** Runs heavy work with the database connections of the organization that pays, which is charged for their time. */
export const runHeavy = <T>({ budgets, payer }: GraphqlContext, run: () => T): T =>
  runForCaller(
    {
      ...{ key: `heavy work of ${payer}`, kind: 'person', isHeavy: true },
      onReturned: (ms) => budgets.chargeDatabase(payer, ms),
    },
    run,
  );
