// Downloads in the OpenAPI document: the parameters of their list, and the file that they answer with.
import { visit, type GraphQLSchema } from 'graphql';
import { tablesOf } from '../download';
import { orderParameters } from '../list-order';
import { pagingParameters, type DescribedInput } from './parameters';
import { headersOf } from './responses';
import { operationIdOf, operationNameOf, type Route, type TextFile } from '../route';

/** What a download says about itself, beyond what its list says. */
export function downloadDescription({ document, download }: Route): string {
  const list = operationIdOf(operationNameOf({ method: 'get', path: '', document }));
  return download!.children
    ? `The rows of \`${list}\` and the rows below them, as a ZIP archive of CSV files.`
    : `The rows of \`${list}\`, as a CSV file.`;
}

/** `input` is that of the list: what only concerns a page, or members that no column has, is taken and ignored. */
export function downloadInput(route: Route, schema: GraphQLSchema, input: DescribedInput): DescribedInput {
  const used = new Set<string>();
  for (const { document } of tablesOf(schema, route))
    visit(document, { VariableDefinition: ({ variable }) => void used.add(variable.name.value) });
  if (used.has('order')) for (const name of orderParameters) used.add(name);
  const ignored = (parameter: object) => ({
    ...parameter,
    description: 'Ignored: a file has every row, and all columns.',
  });
  const parameters = (input.parameters ?? []) as { name: string }[];
  return {
    parameters: [
      ...parameters.map((parameter) => (used.has(parameter.name) ? parameter : ignored(parameter))),
      ...pagingParameters.map(ignored),
    ],
  };
}

/** For the introduction: what cells look like. */
export const cellDescription = `Downloads are CSV (RFC 4180, UTF-8) with a header line. Columns are a row's members; those of nested objects are joined by
a dot (\`source.type\`), rows with a list of their own are left out. Times are RFC 3339, null is empty, lists of values are
joined by commas, other lists and free structures are JSON. A text that spreadsheets would take for a formula has an
apostrophe in front: take one off every cell that begins with apostrophes and \`=\`, \`+\`, \`-\`, \`@\`, tab or line break. An
answer that breaks off before its end is not complete: the connection is cut.`;

const fileHeaders = {
  ...headersOf(true),
  'Content-Disposition': {
    description: 'An attachment with a file name that has the day.',
    required: true,
    schema: { type: 'string' },
  },
};

/** A file whose text the operation makes. */
export const textFileResponse = ({ mediaType }: TextFile): object => ({
  description: 'The file.',
  headers: fileHeaders,
  content: {
    [mediaType]: {
      schema: mediaType === 'application/json' ? { type: 'object', additionalProperties: true } : { type: 'string' },
    },
  },
});

/** The file: its headers, and the columns of its tables. */
export function downloadResponse(route: Route, schema: GraphQLSchema): object {
  const { children } = route.download!;
  const tables = tablesOf(schema, route).map(({ fileName, columns }) => {
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
