// Reads the manifest of trusted documents in the format of Relay, Apollo or codegen. Clients name these documents by
// id.
import { readFileSync, statSync } from 'node:fs';
import { GraphQLError, Kind, validate, type GraphQLSchema } from 'graphql';
import { z } from 'zod';
import { AppError, shortenText } from '../../errors';
import { StartError } from '../../platform/postgres/start-error';
import { parseDocument } from './document';

/** Texts of trusted documents by id. */
export type TrustedDocuments = ReadonlyMap<string, string>;

const most = { bytes: 16_777_216, documents: 5_000 };

const id = z.string().min(1).max(256);
const apolloManifest = z.object({
  format: z.literal('apollo-persisted-query-manifest'),
  version: z.literal(1),
  operations: z.array(z.object({ id, body: z.string() })),
});
/** The format of Relay's `persistConfig.file` and of codegen's `persistedDocuments`. */
const plainManifest = z.record(id, z.string());

/**
 * Reads the manifest of trusted documents. Throws a StartError for an invalid file; `warn` is called for documents that
 * do not match the schema.
 */
export function readTrustedDocuments(
  file: string,
  schema: GraphQLSchema,
  warn: (id: string, reason: string) => void,
): TrustedDocuments {
  const refuse = (reason: string): never => {
    throw new StartError(`TRUSTED_DOCUMENTS names ${file}, ${reason}.`);
  };
  const documents = new Map<string, string>();
  for (const { id, body } of entriesOf(file, refuse)) {
    if ((documents.get(id) ?? body) !== body) refuse(`which has two documents of the id ${shortenText(id)}`);
    documents.set(id, body);
  }
  if (documents.size > most.documents)
    refuse(`which has ${documents.size} documents; at most ${most.documents} are taken`);
  for (const [id, text] of documents) {
    const mistake = mistakeIn(schema, text, (reason) =>
      refuse(`whose document ${shortenText(id)} cannot be run: ${reason}`),
    );
    if (mistake) warn(id, shortenText(mistake));
  }
  return documents;
}

function entriesOf(file: string, refuse: (reason: string) => never): readonly { id: string; body: string }[] {
  let content: unknown;
  try {
    const status = statSync(file);
    if (!status.isFile()) refuse('which is no file');
    if (status.size > most.bytes) refuse(`which is larger than ${most.bytes} bytes`);
    content = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    if (error instanceof StartError) throw error;
    const isUnread = error instanceof Error && 'code' in error;
    return refuse(isUnread ? `which cannot be read (${String(error.code)})` : 'which is no JSON');
  }
  const [apollo, plain] = [apolloManifest.safeParse(content), plainManifest.safeParse(content)];
  if (apollo.success) return apollo.data.operations;
  if (plain.success) return Object.entries(plain.data).map(([id, body]) => ({ id, body }));
  return refuse('which is no manifest of Relay, Apollo or codegen (ids with the texts of documents)');
}

/**
 * Why a document does not match the schema; undefined if it matches. Calls `refuse` for a document that no schema could
 * accept, because such a document makes the whole manifest invalid.
 */
function mistakeIn(schema: GraphQLSchema, text: string, refuse: (reason: string) => never): string | undefined {
  try {
    const document = parseDocument(text);
    if (!document.definitions.some(({ kind }) => kind === Kind.OPERATION_DEFINITION)) refuse('it has no operation');
    return validate(schema, document, undefined, { maxErrors: 1 })[0]?.message;
  } catch (error) {
    if (error instanceof GraphQLError || error instanceof AppError) return refuse(shortenText(error.message));
    throw error;
  }
}

interface RequestedDocument {
  readonly query?: unknown;
  readonly documentId?: unknown;
  readonly extensions?: unknown;
}

/**
 * The text of the trusted document that a request names. Undefined if the request has a text of its own or names no
 * document.
 */
export function namedDocument(
  { query, documentId, extensions }: RequestedDocument,
  documents: TrustedDocuments,
): string | undefined {
  const hasText = query != null && query !== '';
  if (documentId != null) {
    if (hasText) throw new AppError('document_ambiguous');
    if (typeof documentId !== 'string' || documentId === '')
      throw new AppError('validation_invalid_format', { field: 'documentId' });
    const text = documents.get(documentId);
    if (text === undefined) throw new AppError('document_unknown', { id: documentId });
    return text;
  }
  // Apollo Client sends the id of a trusted document in the extension `persistedQuery`. With automatic persisted
  // queries, the extension has the hash of any document. An unknown hash without the document's text is refused.
  const persistedQuery = (extensions as { persistedQuery?: { sha256Hash?: unknown } | null } | null | undefined)
    ?.persistedQuery;
  if (hasText || persistedQuery == null) return undefined;
  const text = typeof persistedQuery.sha256Hash === 'string' ? documents.get(persistedQuery.sha256Hash) : undefined;
  if (text === undefined) throw new AppError('PERSISTED_QUERY_NOT_SUPPORTED');
  return text;
}
