// The MCP tool run_document, which runs a GraphQL query that the agent wrote, or a trusted document by its id.
import { z } from 'zod';
import { AppError } from '../errors';
import { maximumDocumentBytes } from '../graphql/documents/document';
import { namedDocument, type TrustedDocuments } from '../graphql/documents/trusted-documents';
import { mostCharacters } from './answer';
import { tool } from './tool';

export const runDocument = (documents: TrustedDocuments, isTrustedOnly: boolean) =>
  tool('run_document', {
    title: 'Run a GraphQL query',
    description: `${
      isTrustedOnly
        ? 'Runs one of the GraphQL queries that the operator trusts, by its documentId; others are refused.'
        : 'Runs a GraphQL query of yours, or a trusted one by its documentId. Ask { __type(name: "Query") { fields { name args { name } } } } for what there is.'
    } Mutations and subscriptions are refused. Lists have first and filter; of an answer beyond ${mostCharacters} characters lists are cut.`,
    input: z.strictObject({
      query: z.string().min(1).max(maximumDocumentBytes).optional().describe('Text of the document.'),
      documentId: z.string().min(1).max(256).optional().describe('Id of a trusted document, in place of its text.'),
      variables: z.record(z.string(), z.unknown()).optional().describe('Values of its variables, by name.'),
      operationName: z.string().min(1).max(200).optional().describe('Which operation, where the document has several.'),
    }),
    answer: ({ query, documentId, variables, operationName }, ask) => {
      const text = namedDocument({ query, documentId }, documents) ?? query;
      if (text === undefined) throw new AppError('validation_required', { field: 'query' });
      return ask.text({ query: text, variables, operationName });
    },
  });
