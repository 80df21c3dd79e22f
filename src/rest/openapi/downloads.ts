// Describes downloads in the OpenAPI document: the parameters of the list, and the resulting file.
import { visit, type GraphQLSchema } from 'graphql';
import { downloadTables } from '../download';
import { orderParameters } from '../list-order';
import { pagingParameters, type DescribedInput } from './parameters';
import { responseHeaders } from './responses';
import { toOperationId, operationName, type Listing, type Route, type TextFile } from '../route';

/** The description of a download, which names the operation that lists its rows. */
export function downloadDescription({ document, download }: Route): string {
  const list = toOperationId(operationName({ method: 'get', path: '', document }));
  return download!.children
    ? `The rows of \`${list}\` and their parts, as a ZIP archive of CSV files.`
    : `The rows of \`${list}\`, as a CSV file.`;
}

/**
 * The parameters of a download. It accepts all parameters of its list (`input`), but those for paging, and those that
 * change no column, have no effect.
 */
export function downloadInput(route: Route, schema: GraphQLSchema, input: DescribedInput): DescribedInput {
  const usedVariables = new Set<string>();
  for (const { document } of downloadTables(schema, route))
    visit(document, { VariableDefinition: ({ variable }) => void usedVariables.add(variable.name.value) });
  if (usedVariables.has('order')) for (const name of orderParameters) usedVariables.add(name);
  const markIgnored = (parameter: object) => ({
    ...parameter,
    description: 'Ignored: files contain all rows and columns.',
  });
  const parameters = (input.parameters ?? []) as { name: string }[];
  return {
    parameters: [
      ...parameters.map((parameter) => (usedVariables.has(parameter.name) ? parameter : markIgnored(parameter))),
      ...pagingParameters.map(markIgnored),
    ],
  };
}

/** The format of table cells, for the introduction of the OpenAPI document. */
export const cellDescription = `Downloads are CSV (RFC 4180, UTF-8) with a header line. Columns are the members of a row; names of nested members contain
a dot (\`source.type\`), lists of rows are left out. Times are RFC 3339, null is empty, lists of values are separated by
commas, other lists and objects are JSON. Cells that a spreadsheet would run as a formula are prefixed with an apostrophe:
remove one from every cell that begins with apostrophes followed by \`=\`, \`+\`, \`-\`, \`@\`, tab or line break. An
incomplete download ends with a broken connection.`;

const fileHeaders = {
  ...responseHeaders(true),
  'Content-Disposition': {
    description: 'Attachment with a file name that contains the date.',
    required: true,
    schema: { type: 'string' },
  },
};

/** The response of a route that sends a file. */
export const textFileResponse = ({ mediaType }: TextFile): object => ({
  description: 'The file.',
  headers: fileHeaders,
  content: {
    [mediaType]: {
      schema: mediaType === 'application/json' ? { type: 'object', additionalProperties: true } : { type: 'string' },
    },
  },
});

/** The response with every row of a list in another program's format. */
export const listingResponse = ({ mediaType = 'application/json', schema, example }: Listing): object => ({
  description: 'Success.',
  headers: responseHeaders(true),
  content: { [mediaType]: { schema, example } },
});

/** The response of a download: its headers, and a description that lists the columns of its tables. */
export function downloadResponse(route: Route, schema: GraphQLSchema): object {
  const { children } = route.download!;
  const tables = downloadTables(schema, route).map(({ fileName, columns }) => {
    const names = columns.map((column) => `\`${column.join('.')}\``).join(', ');
    return children ? `- \`${fileName}\`: ${names}` : names;
  });
  return {
    description: children ? `An archive of\n${tables.join('\n')}` : `CSV with the columns ${tables.join('')}.`,
    headers: fileHeaders,
    content: children
      ? { 'application/zip': { schema: { type: 'string', format: 'binary' } } }
      : { 'text/csv': { schema: { type: 'string' } } },
  };
}
