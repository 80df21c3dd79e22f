// Sends the events of a subscription as server-sent events. The data of each event is one result of the operation, as
// JSON.
import type { ExecutionResult, GraphQLSchema } from 'graphql';
import type { GraphqlContext } from '../graphql/context';
import { subscribe } from '../graphql/streams/subscribe';
import { sendPieces } from '../platform/http/send';
import type { CompiledOperation } from './documents/compiled-operation';
import type { Send } from './download';
import { operationData } from './run-operation';

const heartbeatMs = 15_000;

/**
 * Returns the function that sends a subscription's events. It rejects before anything is sent if the subscription is
 * refused. Later errors end the stream.
 */
export function streamEvents(schema: GraphQLSchema, operation: CompiledOperation): Send {
  return async (res, variableValues, contextValue) => {
    const answers = await subscribe({ schema, document: operation.document, variableValues, contextValue });
    if (!isStream(answers)) return void operationData(operation, answers, contextValue);
    res.status(200).type('text/event-stream').set({ 'Cache-Control': 'no-cache', 'X-Accel-Buffering': 'no' });
    const heartbeat = setInterval(() => void (res.writableNeedDrain || res.write(':\n\n')), heartbeatMs).unref();
    try {
      await sendPieces(res, eventsOf(operation, answers, contextValue));
    } finally {
      clearInterval(heartbeat);
      await answers.return?.();
      res.end();
    }
  };
}

type Answers = AsyncGenerator<ExecutionResult, void, void>;

async function* eventsOf(operation: CompiledOperation, answers: Answers, context: GraphqlContext) {
  // Some clients treat the stream as open only after its first line, so a comment line is sent first.
  yield ':\n\n';
  for await (const answer of answers) {
    const { data } = operationData<{ data: unknown }>(operation, answer, context);
    yield `data: ${JSON.stringify(data)}\n\n`;
  }
}

const isStream = (answer: object): answer is Answers => Symbol.asyncIterator in answer;
