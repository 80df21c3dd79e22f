// A subscription document as server-sent events: the data of each event is one answer of the operation, as JSON.
import type { ExecutionResult, GraphQLSchema } from 'graphql';
import { subscribe } from '../graphql/streams/subscribe';
import type { CompiledOperation } from './documents/compiled-operation';
import type { Send } from './download';
import { writeTo } from './list-pages';
import { dataOf } from './run-operation';

const heartbeatMs = 15_000;

/** Refusals throw, before anything is sent; what fails later ends the stream. */
export function streamEvents(schema: GraphQLSchema, operation: CompiledOperation): Send {
  return async (res, variableValues, contextValue) => {
    const answers = await subscribe({ schema, document: operation.document, variableValues, contextValue });
    if (!isStream(answers)) return void dataOf(operation, answers, contextValue);
    res.status(200).type('text/event-stream').set({ 'Cache-Control': 'no-cache', 'X-Accel-Buffering': 'no' });
    const heartbeat = setInterval(() => void (res.writableNeedDrain || res.write(':\n\n')), heartbeatMs).unref();
    try {
      // A first line, since some readers wait for one before they count the stream as open.
      if (await writeTo(res, ':\n\n'))
        for await (const answer of answers) {
          const { data } = dataOf<{ data: unknown }>(operation, answer, contextValue);
          if (!(await writeTo(res, `data: ${JSON.stringify(data)}\n\n`))) break;
        }
    } finally {
      clearInterval(heartbeat);
      await answers.return?.();
      res.end();
    }
  };
}

const isStream = (answer: object): answer is AsyncGenerator<ExecutionResult, void, void> =>
  Symbol.asyncIterator in answer;
