// GraphQL types for the warnings of a discovery run, grouped by cause.
import { builder } from '../../../graphql/builder';
import { holds } from '../../../graphql/plugin/bounds';
import { reportBounds } from './reports';
import { groupRunWarnings, runWarningCodes, type RunWarningGroup } from './run-warnings';

const codeEnum = builder.enumType('RunWarningCode', {
  description: 'Causes of warnings of a run.',
  values: runWarningCodes,
});

const groupRef = builder.objectRef<RunWarningGroup>('RunWarningGroup').implement({
  description: 'The warnings of a run that have the same cause.',
  fields: (t) => ({
    code: t.expose('code', { type: codeEnum, description: 'Their cause.' }),
    texts: t.stringList({
      description: 'Their texts, each once.',
      ...holds(reportBounds.warnings),
      resolve: ({ texts }) => [...texts],
    }),
  }),
});

/** Options of the GraphQL field `warningGroups`, without its resolver. */
export const warningGroups = {
  type: [groupRef] as [typeof groupRef],
  description: 'The warnings, grouped by cause.',
  ...holds(Object.keys(runWarningCodes).length, 3),
};

export const groupsOf = ({ warnings }: { readonly warnings: readonly string[] }): RunWarningGroup[] =>
  groupRunWarnings(warnings);
