// Sends every row of a list in another program's format, without the envelope, streamed in bounded memory.
import type { GraphQLSchema } from 'graphql';
import { AppError } from '../errors';
import { compileOperation, type CompiledOperation } from './documents/compiled-operation';
import { sendPieces, startText } from '../platform/http/send';
import type { Send } from './download';
import { listPages } from './list-pages';
import type { Listing, Pages, Route } from './route';
import type { GraphqlContext } from '../graphql/context';
import { pickVariables, type Variables } from './request-variables';

/**
 * Returns the function that sends every row of a list in another program's format. Throws at startup if a document does
 * not match the schema.
 */
export function compileListing(schema: GraphQLSchema, { document, listing }: Route): Send {
  const { beside = [], write, most, mediaType = 'application/json' } = listing!;
  const operations = [document, ...beside].map((one) => compileOperation(schema, one));
  return async (res, variables, context) => {
    const [rows, ...others] = operations.map((operation) => boundedPages(operation, variables, context, most));
    const text = await startText(write(rows!, ...others));
    res.status(200).type(mediaType);
    await sendPieces(res, text);
  };
}

/** The pages of a list. Throws before the first page if the list has more than `most` rows. */
async function* boundedPages(
  operation: CompiledOperation,
  variables: Variables,
  context: GraphqlContext,
  most: Listing['most'],
): Pages {
  for await (const { nodes, totalCount = 0 } of listPages(operation, pickVariables(operation, variables), context)) {
    if (totalCount > most) throw new AppError('query_too_expensive', { cost: totalCount, maximum: most, of: 'rows' });
    yield nodes;
  }
}
