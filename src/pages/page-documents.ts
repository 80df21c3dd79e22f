// The GraphQL documents that the topology page sends, now or as of an instant, for services that run none but known ones.
import { Kind, parse, print, type DocumentNode } from 'graphql';
import * as operations from '../generated/operations';
import { asOf } from './topology/api/as-of';

const present = Object.entries(operations).flatMap(([name, document]) =>
  /^Page[A-Z]\w*Document$/.test(name) ? [document as unknown as DocumentNode] : [],
);
const isQuery = ({ definitions: [operation] }: DocumentNode) =>
  operation?.kind === Kind.OPERATION_DEFINITION && operation.operation === 'query';

export const pageDocuments: readonly DocumentNode[] = [
  ...present,
  ...present.filter(isQuery).map((document) => parse(asOf(print(document)))),
];
