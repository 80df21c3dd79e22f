// Tests reading whole lists page by page: the first page is always read, and further pages only if rows remain.
import type { GraphqlContext } from '../../src/graphql/context';
import type { CompiledOperation } from '../../src/rest/documents/compiled-operation';
import { listPages } from '../../src/rest/list-pages';

const pageOf = (nodes: number[], endCursor: string | null) => ({
  nodes,
  pageInfo: { hasNextPage: endCursor !== null, endCursor },
});

async function nodesOf(pages: ReturnType<typeof pageOf>[]): Promise<unknown[][]> {
  const cursors = pages.slice(0, -1).map(({ pageInfo }) => pageInfo.endCursor);
  const requestedCursors: unknown[] = [];
  const execute = async ({ after }: Record<string, unknown>) => {
    requestedCursors.push(after);
    return { data: { page: pages[requestedCursors.length - 1]! } };
  };
  const operation = { execute, omissions: new Map() } as unknown as CompiledOperation;
  const receivedPages = [];
  for await (const page of listPages(operation, {}, {} as GraphqlContext)) receivedPages.push(page);
  const visitedNodes = receivedPages.map(({ nodes }) => nodes);
  expect(receivedPages.at(-1)!.pageInfo.hasNextPage).toBe(false);
  expect(requestedCursors).toEqual([undefined, ...cursors]);
  return visitedNodes;
}

test.each([
  ['an empty list', [pageOf([], null)], [[]]],
  ['one page', [pageOf([1], null)], [[1]]],
  ['a page whose rows are gone', [pageOf([1], 'a'), pageOf([], 'b'), pageOf([2], null)], [[1], [2]]],
  ['a last page whose rows are gone', [pageOf([1], 'a'), pageOf([], null)], [[1]]],
])('%s', async (_what, pages, met) => {
  expect(await nodesOf(pages)).toEqual(met);
});
