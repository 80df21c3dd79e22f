// Answers of list routes: one page, or with limit=0 every row, streamed page by page in bounded memory.
import type { Response } from 'express';
import type { GraphqlContext } from '../graphql/context';
import type { CompiledOperation } from './compiled-operation';
import { sendData, streamedEnvelope } from './envelope';
import { listPages, writeTo, type ListData } from './list-pages';
import type { Variables } from './request-variables';
import { runOperation } from './run-operation';

export async function sendList(
  res: Response,
  operation: CompiledOperation,
  variables: Variables,
  { limit, offset }: { limit: number; offset: number },
  context: GraphqlContext,
): Promise<void> {
  if (limit === 0) return streamAll(res, operation, variables, offset, context);
  const { page } = await runOperation<ListData>(operation, { ...variables, limit, offset }, context);
  sendData(res, page.nodes, { total_count: page.totalCount!, limit, offset, has_more: page.pageInfo.hasNextPage });
}

async function streamAll(
  res: Response,
  operation: CompiledOperation,
  variables: Variables,
  offset: number,
  context: GraphqlContext,
): Promise<void> {
  let total: number | undefined;
  for await (const page of listPages(operation, variables, context, offset)) {
    const separator = total === undefined ? streamedEnvelope.head : ',';
    if (total === undefined) res.status(200).type('application/json');
    total ??= page.totalCount!;
    if (!(await writeTo(res, separator + page.nodes.map((row) => JSON.stringify(row)).join(',')))) break;
  }
  res.end(streamedEnvelope.tail({ total_count: total!, limit: 0, offset, has_more: false }));
}
