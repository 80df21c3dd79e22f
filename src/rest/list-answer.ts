// Responds to list routes with one page or all rows (limit=0): streams rows page by page, so that memory is bounded.
import type { Response } from 'express';
import type { GraphqlContext } from '../graphql/context';
import { jsonPieces } from '../graphql/large-answers/json-pieces';
import type { CompiledOperation } from './documents/compiled-operation';
import { streamedEnvelope, type Pagination } from './envelope';
import { isTurnSpent, nextTurn } from '../platform/threads/event-loop';
import { sendTextOrPieces, type TextPieces } from '../platform/http/send';
import { unsentBytes } from '../graphql/large-answers/large-answer';
import { enterPage, listPages, rowsPerPage, type ListData } from './list-pages';
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
  requestedRows: AskedRows,
  context: GraphqlContext,
  write = (row: unknown): unknown => row,
): Promise<void> {
  const onRead = ({ nodes }: Page) => writeLargeRows(res, nodes, write, context);
  const pages = askedPages({ operation, variables, context }, requestedRows, onRead);
  await sendTextOrPieces(res, listText(pages, requestedRows, write, context));
}

/** A text of at least this number of characters is sent without waiting for the rest of its page. */
const charactersPerPiece = 64 * 1024;

type Page = ListData['page'];

interface Reading {
  readonly operation: CompiledOperation;
  readonly variables: Variables;
  readonly context: GraphqlContext;
}

async function* askedPages(
  { operation, variables, context }: Reading,
  { limit, offset }: AskedRows,
  onRead: (page: Page) => Promise<void>,
): AsyncGenerator<Page, void, undefined> {
  if (limit > 0 && limit <= rowsPerPage) {
    const { page } = await runOperation<ListData>(operation, { ...variables, limit, offset }, context);
    await onRead(page);
    return yield page;
  }
  const most = limit === 0 ? Infinity : limit;
  yield* listPages(operation, variables, context, { offset, most, enter: enterWithMemory, onRead });
}

/**
 * Waits for permission to read a page. While too many responses in memory are unsent, no page is read until slow
 * clients have received some of them.
 */
async function enterWithMemory(): Promise<() => void> {
  if (unsentBytes.isFull) await unsentBytes.isLess();
  return enterPage();
}

/** A row as JSON text, waiting to be sent. It takes less memory than the objects of the row. */
class WrittenRow {
  /** `onSent` is called once all pieces of the row have been passed on to the response. */
  constructor(
    readonly pieces: readonly Buffer[],
    readonly onSent: () => void,
  ) {}
}

/** A row with at least this number of parts of one kind, such as services of a host, is large. */
const partsOfLargeRow = 1_000;

const isLargeRow = (row: unknown): boolean =>
  typeof row === 'object' &&
  row !== null &&
  Object.values(row).some((value) => Array.isArray(value) && value.length >= partsOfLargeRow);

/** Replaces large rows by their JSON text, which takes much less memory while slow clients read the response. */
async function writeLargeRows(
  res: Response,
  rows: unknown[],
  write: (row: unknown) => unknown,
  context: GraphqlContext,
): Promise<void> {
  for (const [at, row] of rows.entries()) {
    if (!isLargeRow(row)) continue;
    const pieces: Buffer[] = [];
    let text = '';
    for (const piece of jsonPieces(write(row))) {
      text += piece as string;
      if (text.length >= charactersPerPiece) {
        pieces.push(Buffer.from(text));
        text = '';
      }
      if (isTurnSpent()) await nextTurn({ of: context, goesOn: true });
    }
    pieces.push(Buffer.from(text));
    rows[at] = new WrittenRow(pieces, unsentBytes.add(res, pieces));
  }
}

function* rowPieces(row: unknown, write: (row: unknown) => unknown): Generator<string> {
  if (row instanceof WrittenRow) {
    for (const piece of row.pieces) yield piece.toString();
    row.onSent();
  } else for (const piece of jsonPieces(write(row))) yield piece as string;
}

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
      for (const piece of rowPieces(row, write)) {
        text += piece;
        if (text.length >= charactersPerPiece) {
          yield text;
          text = '';
        }
        if (isTurnSpent()) await nextTurn({ of: context, goesOn: true });
      }
    }
  }
  // `hasNextPage` is only known after the last page, because rows may be deleted while the list is read.
  const hasMore = limit > 0 && lastPage!.pageInfo.hasNextPage;
  yield text + streamedEnvelope.tail(paginationOf(firstPage!, { limit, offset, has_more: hasMore }));
}

const paginationOf = ({ totalCount, groupCounts }: Page, page: Omit<Pagination, 'total_count'>) => ({
  total_count: totalCount!,
  ...page,
  ...(groupCounts && { group_counts: groupCounts }),
});
