// Answers of list routes: one page, or with limit=0 every row, streamed page by page in bounded memory.
import type { Response } from 'express';
import type { GraphqlContext } from '../graphql/context';
import type { CompiledOperation } from './compiled-operation';
import { sendData, streamedEnvelope, type GroupCounts, type Pagination } from './envelope';
import type { Variables } from './request-variables';
import { runOperation } from './run-operation';

/** Rows read at a time for limit=0. Few, so that they are gone before the garbage collector takes them for lasting. */
const streamedRows = 100;

interface ListData {
  page: {
    nodes: unknown[];
    totalCount?: number;
    groupCounts?: GroupCounts;
    pageInfo: { hasNextPage: boolean; endCursor: string | null };
  };
}

export async function sendList(
  res: Response,
  operation: CompiledOperation,
  variables: Variables,
  { limit, offset }: { limit: number; offset: number },
  context: GraphqlContext,
): Promise<void> {
  if (limit === 0) return streamAll(res, operation, variables, offset, context);
  const { page } = await runOperation<ListData>(operation, { ...variables, limit, offset }, context);
  sendData(res, page.nodes, paginationOf(page, { limit, offset, has_more: page.pageInfo.hasNextPage }));
}

const paginationOf = ({ totalCount, groupCounts }: ListData['page'], page: Omit<Pagination, 'total_count'>) => ({
  total_count: totalCount!,
  ...page,
  ...(groupCounts && { group_counts: groupCounts }),
});

async function streamAll(
  res: Response,
  operation: CompiledOperation,
  variables: Variables,
  offset: number,
  context: GraphqlContext,
): Promise<void> {
  const nextPage = async (after: string | null) =>
    (
      await runOperation<ListData>(
        operation,
        {
          ...variables,
          limit: streamedRows,
          ...(after === null
            ? { offset }
            : { after, with_total: false, ...(variables.with_groups !== undefined && { with_groups: false }) }),
        },
        context,
      )
    ).page;
  let page = await nextPage(null);
  const pagination = paginationOf(page, { limit: 0, offset, has_more: false });
  res.status(200).type('application/json').write(streamedEnvelope.head);
  for (let separator = ''; ; separator = ',') {
    const following = page.pageInfo.hasNextPage ? nextPage(page.pageInfo.endCursor) : undefined;
    // A failing next page is met by the await below; until then it must not count as unhandled.
    following?.catch(() => undefined);
    const rows = page.nodes.map((row) => JSON.stringify(row)).join(',');
    if (!res.write(separator + rows)) await drained(res);
    if (!following || res.destroyed) break;
    page = await following;
  }
  res.end(streamedEnvelope.tail(pagination));
}

/** Waits until a slow reader has taken what was written, or has gone. */
function drained(res: Response): Promise<void> {
  return new Promise((resolve) => {
    const go = () => {
      res.off('drain', go).off('close', go);
      resolve();
    };
    res.on('drain', go).on('close', go);
  });
}
