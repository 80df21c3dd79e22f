// The GraphQL documents that the topology page sends, for services that run none but known ones.
import type { DocumentNode } from 'graphql';
import * as operations from '../generated/operations';

export const pageDocuments: readonly DocumentNode[] = Object.entries(operations).flatMap(([name, document]) =>
  /^Page[A-Z]\w*Document$/.test(name) ? [document as unknown as DocumentNode] : [],
);
