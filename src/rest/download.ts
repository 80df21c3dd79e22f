// Sends downloads in bounded memory: every row of a list as a CSV file, or as a ZIP archive of CSV files.
import { Readable } from 'node:stream';
import type { Response } from 'express';
import type { GraphQLSchema } from 'graphql';
import { ZipFile } from 'yazl';
import type { GraphqlContext } from '../graphql/context';
import { compileOperation, type CompiledOperation } from './documents/compiled-operation';
import { csvHeader, csvLines } from '../platform/http/csv';
import { sendPieces, startText, type TextPieces } from '../platform/http/send';
import { isTurnSpent, nextTurn } from '../platform/threads/event-loop';
import { snakeCase } from '../platform/text/names';
import { listPages } from './list-pages';
import { pickVariables, type Variables } from './request-variables';
import type { Route } from './route';
import { rowsDocument, type RowsDocument } from './documents/rows-document';

/**
 * Sends the response of a route, given the variables of its document. Rejects if the list cannot be read: before the
 * first rows are sent, or after some rows were sent.
 */
export type Send = (res: Response, variables: Variables, context: GraphqlContext) => Promise<void>;

export interface TableSource extends RowsDocument {
  readonly fileName: string;
  readonly path: readonly string[];
}
interface Table extends TableSource {
  readonly operation: CompiledOperation;
}

/**
 * The subject of a download's file name, derived from the name of its operation: `ExportUserApiKeysCsv` →
 * `user_api_keys`.
 */
const subjectOf = (name: string): string => snakeCase(name.replace(/^Export|(Csv|Zip)$/g, ''));

const tables = new WeakMap<GraphQLSchema, WeakMap<Route, readonly TableSource[]>>();

/**
 * The tables of a download: the list's rows, and one table for each path of nested rows. Their documents are cached.
 */
export function downloadTables(schema: GraphQLSchema, route: Route): readonly TableSource[] {
  const tablesOfSchema = tables.get(schema) ?? new WeakMap<Route, readonly TableSource[]>();
  tables.set(schema, tablesOfSchema);
  const routeTables = tablesOfSchema.get(route) ?? makeTables(schema, route);
  tablesOfSchema.set(route, routeTables);
  return routeTables;
}

function makeTables(schema: GraphQLSchema, { document, download }: Route): readonly TableSource[] {
  const { name, children = [] } = download!;
  return [[], ...children.map((path) => path.split('.'))].map((path) => ({
    fileName: `${path.at(-1) ?? subjectOf(name)}.csv`,
    path,
    ...rowsDocument(schema, document, name, path),
  }));
}

/**
 * Returns the function that sends a download. Throws at startup if a document or a path of nested rows does not match
 * the schema.
 */
export function compileDownload(schema: GraphQLSchema, route: Route): Send {
  const { name, children } = route.download!;
  const subject = subjectOf(name);
  const tables = downloadTables(schema, route).map((table): Table => ({
    ...table,
    operation: compileOperation(schema, table.document),
  }));
  const [type, ending, write] = children
    ? (['application/zip', 'zip', writeArchive] as const)
    : (['text/csv', 'csv', writeFile] as const);
  return async (res, variables, context) => {
    const files = tables.map((table) => ({ fileName: table.fileName, text: csvOf(table, variables, context) }));
    const [first, ...others] = files as [File, ...File[]];
    const openAnswer = { ...first, text: await startText(first.text) };
    res.status(200).type(type);
    attach(res, subject, ending, context);
    await write(res, [openAnswer, ...others]);
  };
}

/**
 * Sets the response's file name, which contains the day of the data: `ip_addresses` → `ip-addresses-2026-01-31.csv`.
 */
export function attach(
  res: Response,
  subject: string,
  ending: string,
  { at = new Date() }: Pick<GraphqlContext, 'at'>,
): void {
  const day = at.toISOString().slice(0, 10);
  res.set('Content-Disposition', `attachment; filename="${subject.replaceAll('_', '-')}-${day}.${ending}"`);
}

interface File {
  readonly fileName: string;
  readonly text: TextPieces;
}

/** Number of CSV lines that are formatted in one turn of the event loop, which takes a few milliseconds. */
const rowsAtOnce = 200;

async function* csvOf({ operation, path, columns }: Table, variables: Variables, context: GraphqlContext): TextPieces {
  let before = csvHeader(columns);
  for await (const { nodes } of listPages(operation, pickVariables(operation, variables), context)) {
    const rows = rowsAt(nodes, path);
    yield before + csvLines(columns, rows.slice(0, rowsAtOnce));
    before = '';
    for (let at = rowsAtOnce; at < rows.length; at += rowsAtOnce) {
      if (isTurnSpent()) await nextTurn({ of: context, goesOn: true });
      yield csvLines(columns, rows.slice(at, at + rowsAtOnce));
    }
  }
}

const rowsAt = (rows: readonly unknown[], path: readonly string[]): readonly unknown[] =>
  path.reduce((rows, key) => rows.flatMap((row) => (row as Record<string, unknown[]>)[key]!), rows);

const writeFile = (res: Response, [{ text }]: [File, ...File[]]): Promise<void> => sendPieces(res, text);

async function writeArchive(res: Response, files: readonly File[]): Promise<void> {
  if (res.req.method === 'HEAD') return void res.end();
  const archive = new ZipFile();
  const output = archive.outputStream as Readable;
  let reading: Readable | undefined;
  for (const { fileName, text } of files) {
    archive.addReadStreamLazy(fileName, { mtime: new Date() }, (give) => {
      reading = Readable.from(text, { objectMode: false }).on('error', (error) => output.destroy(error));
      give(null, reading);
    });
  }
  archive.end();
  try {
    await sendPieces(res, output);
  } finally {
    reading?.destroy();
  }
}
