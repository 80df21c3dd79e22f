// Lists all tools of the MCP endpoint, and the GraphQL documents that they run.
import type { DocumentNode, GraphQLSchema } from 'graphql';
import * as operations from '../generated/operations';
import type { TrustedDocuments } from '../graphql/documents/trusted-documents';
import { describe, find } from './find';
import { identity } from './identity';
import { impact, locate, nextFreeAddress, path, whatChanged, whatHappened, whatIsWrong, whyHidden } from './questions';
import { runDocument } from './run-document';
import { search } from './search';
import type { Tool } from './tool';
import { whatIf } from './what-if';

export interface ToolOptions {
  readonly schema: GraphQLSchema;
  readonly documents: TrustedDocuments;
  readonly isTrustedOnly: boolean;
}

export const createTools = ({ schema, documents, isTrustedOnly }: ToolOptions): readonly Tool[] => [
  ...[search(schema), find, describe, locate, path, impact, whyHidden],
  ...[whatChanged(schema), whatHappened(schema), whatIsWrong(schema), whatIf, identity, nextFreeAddress],
  runDocument(documents, isTrustedOnly),
];

export const toolDocuments: readonly DocumentNode[] = Object.entries(operations).flatMap(([name, document]) =>
  /^Mcp[A-Z]\w*Document$/.test(name) ? [document as DocumentNode] : [],
);
