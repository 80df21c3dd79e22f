// Responds to list routes with one page or all rows (limit=0): streams rows page by page, so that memory is bounded.
import type { Response } from 'express';
import type { GraphqlContext } from '../graphql/context';
import { jsonPieces } from '../graphql/large-answers/json-pieces';
import type { CompiledOperation } from './documents/compiled-operation';
import { streamedEnvelope, type Pagination } from './envelope';
import { isTurnSpent, nextTurn } from '../platform/threads/event-loop';
import { sendTextOrPieces, type TextPieces } from '../platform/http/send';
import { listPages, rowsPerPage, type ListData } from './list-pages';
import type { Variables } from './request-variables';
import { runOperation } from './run-operation';

/** The rows that a caller asks for; `limit` is 0 for all rows. */
interface AskedRows {
  readonly limit: number;
  readonly offset: number;
}

export async function sendList(
  res: Response,
  operation: CompiledOperation,
  variables: Variables,
  asked: AskedRows,
  context: GraphqlContext,
  write = (row: unknown): unknown => row,
): Promise<void> {
  const pages = askedPages(operation, variables, asked, context);
  await sendTextOrPieces(res, listText(pages, asked, write, context));
}

type Page = ListData['page'];

async function* askedPages(
  operation: CompiledOperation,
  variables: Variables,
  { limit, offset }: AskedRows,
  context: GraphqlContext,
): AsyncGenerator<Page, void, undefined> {
  if (limit === 0) yield* listPages(operation, variables, context, { offset });
  else if (limit > rowsPerPage) yield* listPages(operation, variables, context, { offset, most: limit });
  else yield (await runOperation<ListData>(operation, { ...variables, limit, offset }, context)).page;
}

/** Number of characters from which a text is sent before the rest of its page. */
const charactersPerPiece = 64 * 1024;

/** Yields the text of the response. A page of few characters is one piece. */
async function* listText(
  pages: AsyncIterable<Page>,
  { limit, offset }: AskedRows,
  write: (row: unknown) => unknown,
  context: GraphqlContext,
): TextPieces {
  let text = streamedEnvelope.head;
  let firstPage: Page | undefined;
  let lastPage: Page | undefined;
  for await (const page of pages) {
    if (lastPage) {
      yield text;
      text = ',';
    }
    firstPage ??= page;
    lastPage = page;
    for (const [at, row] of page.nodes.entries()) {
      if (at > 0) text += ',';
      for (const piece of jsonPieces(write(row))) {
        text += piece as string;
        if (text.length >= charactersPerPiece) {
          yield text;
          text = '';
        }
        if (isTurnSpent()) await nextTurn({ of: context, goesOn: true });
      }
    }
  }
  // An empty page after the last one changes its `pageInfo`. A list of all rows has no more rows.
  const hasMore = limit > 0 && lastPage!.pageInfo.hasNextPage;
  yield text + streamedEnvelope.tail(paginationOf(firstPage!, { limit, offset, has_more: hasMore }));
}

const paginationOf = ({ totalCount, groupCounts }: Page, page: Omit<Pagination, 'total_count'>) => ({
  total_count: totalCount!,
  ...page,
  ...(groupCounts && { group_counts: groupCounts }),
});
