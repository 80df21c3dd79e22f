// Responds to list routes: with one page, or with every row (limit=0), streamed page by page in bounded memory.
import type { Response } from 'express';
import type { GraphqlContext } from '../graphql/context';
import { jsonPieces } from '../graphql/large-answers/json-pieces';
import type { CompiledOperation } from './documents/compiled-operation';
import { sendAnswer } from './data-answer';
import { streamedEnvelope, type Pagination } from './envelope';
import { isTurnSpent, nextTurn } from '../platform/threads/event-loop';
import { sendPieces, startText, type TextPieces } from '../platform/http/send';
import { listPages, rowsPerPage, type ListData } from './list-pages';
import type { Variables } from './request-variables';
import { runOperation } from './run-operation';

export async function sendList(
  res: Response,
  operation: CompiledOperation,
  variables: Variables,
  { limit, offset }: { limit: number; offset: number },
  context: GraphqlContext,
  write = (row: unknown): unknown => row,
): Promise<void> {
  if (limit === 0) {
    const text = await startText(wholeList(operation, variables, { offset, write }, context));
    res.status(200).type('application/json');
    return sendPieces(res, text);
  }
  const pages: ListData['page'][] = [];
  if (limit <= rowsPerPage)
    pages.push((await runOperation<ListData>(operation, { ...variables, limit, offset }, context)).page);
  else for await (const page of listPages(operation, variables, context, { offset, most: limit })) pages.push(page);
  const hasMore = pages.at(-1)!.pageInfo.hasNextPage;
  const rows = pages.flatMap(({ nodes }) => nodes.map(write));
  const pagination = paginationOf(pages[0]!, { limit, offset, has_more: hasMore });
  await sendAnswer(res, rows, context, { pagination });
}

const paginationOf = ({ totalCount, groupCounts }: ListData['page'], page: Omit<Pagination, 'total_count'>) => ({
  total_count: totalCount!,
  ...page,
  ...(groupCounts && { group_counts: groupCounts }),
});

async function* wholeList(
  operation: CompiledOperation,
  variables: Variables,
  { offset, write }: { readonly offset: number; readonly write: (row: unknown) => unknown },
  context: GraphqlContext,
): TextPieces {
  let pagination: Pagination | undefined;
  for await (const page of listPages(operation, variables, context, { offset })) {
    let text = pagination === undefined ? streamedEnvelope.head : ',';
    pagination ??= paginationOf(page, { limit: 0, offset, has_more: false });
    for (const [at, row] of page.nodes.entries()) {
      if (at > 0) text += ',';
      for (const piece of context.answer.isLarge ? jsonPieces(write(row)) : [JSON.stringify(write(row))]) {
        text += piece as string;
        if (!isTurnSpent()) continue;
        yield text;
        text = '';
        await nextTurn({ of: context, goesOn: true });
      }
    }
    yield text;
  }
  yield streamedEnvelope.tail(pagination!);
}
