// Descriptions of the fields and arguments that every type of rows and every list has.
import { registerTexts } from './texts';

export const idText = 'Stable id, the same in GraphQL and REST.';

registerTexts({
  enums: {
    OrderDirection: { values: { asc: 'Ascending.', desc: 'Descending.' } },
  },
  types: {
    PageInfo: 'Position of a page in its list (GraphQL Cursor Connections).',
  },
  fields: {
    id: idText,
    createdAt: 'Creation time of the row.',
    updatedAt: 'Time of the last change of the row, observations included.',
    name: 'Name for people.',
    description: 'Free text.',
    type: 'Kind of the object.',
    value: 'The value, in the format of its subtype.',
    message: 'Text for people.',
    edges: 'Rows with their cursors.',
    nodes: 'Rows of the page.',
    pageInfo: 'Position of the page.',
    node: 'The row.',
    cursor: 'Opaque position in the list, for `after` and `before`.',
    groupCounts: 'Number of rows for each value.',
    'PageInfo.startCursor': 'Cursor of the first row of the page.',
    'PageInfo.endCursor': 'Cursor of the last row of the page.',
    'PageInfo.hasNextPage': 'Whether rows follow the page.',
    'PageInfo.hasPreviousPage': 'Whether rows precede the page.',
    direction: 'Ascending if left out.',
    field: 'Sort key.',
    eq: 'Equal to this value.',
    gt: 'Greater than this value.',
    gte: 'Greater than or equal to this value.',
    lt: 'Less than this value.',
    lte: 'Less than or equal to this value.',
    count: 'Number of rows.',
  },
  arguments: {
    first: 'Number of rows from the start, 1 to 1000. Default 50 unless `last` is given.',
    last: 'Number of rows from the end, 1 to 1000.',
    after: 'Cursor: only rows after it.',
    before: 'Cursor: only rows before it.',
    filter: 'Only rows that match.',
    orderBy: 'Sort keys, the most significant first.',
    by: 'Field whose values are counted.',
  },
});
