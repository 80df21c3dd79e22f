// The query fields `node` and `nodes`, which read objects by node id, each at its own instant.
import { isObjectType, type GraphQLResolveInfo, type GraphQLSchema } from 'graphql';
import { builder } from '../builder';
import type { GraphqlContext } from '../context';
import { heavyWorkWith, isHeavyType } from '../heavy-work/heavy-operations';
import { list } from '../plugin/bounds';
import { findNamed } from './find';
import { findIdentity, nodeRef } from './identities';
import { decodeNodeId, invalid, parseNodeId, parseRowName, type ObjectsOrErrors, type NodeName } from './node-ids';

/** Maximum number of node ids in one request. It is low because finding an object may require building a graph. */
const mostNodes = 100;

const refusals = 'Missing or not accessible: null and `entity_not_found`.';

builder.queryFields((t) => ({
  node: t.field({
    type: nodeRef,
    nullable: true,
    description: `Returns the object of a \`nodeId\`. ${refusals}`,
    args: { nodeId: t.arg.id({ required: true, description: 'The `nodeId` of the object.' }) },
    extensions: heavyWorkWith(({ nodeId }, schema) => namesHeavyWork(String(nodeId), schema)),
    resolve: async (_root, { nodeId }, context, info) => {
      const [objects] = await findNodes([nodeId], 'nodeId', context, info);
      if (objects instanceof Error) throw objects;
      return objects!;
    },
  }),
  nodes: t.field({
    type: t.listRef(nodeRef, { nullable: true }),
    description: `Returns the objects of \`nodeIds\`, in their order. ${refusals}`,
    args: {
      nodeIds: t.arg.idList({
        required: true,
        description: `\`nodeId\`s of the objects, at most ${mostNodes}.`,
        ...list(mostNodes),
      }),
    },
    complexity: ({ nodeIds }) => ({ field: nodeIds.length, multiplier: nodeIds.length }),
    extensions: heavyWorkWith(({ nodeIds }, schema) =>
      (nodeIds as readonly string[]).some((nodeId) => namesHeavyWork(nodeId, schema)),
    ),
    // In the response, an error in the returned list becomes null, and `errors` contains the error with its position in
    // the list.
    resolve: (_root, { nodeIds }, context, info) => findNodes(nodeIds, 'nodeIds', context, info) as Promise<object[]>,
  }),
}));

/** Whether finding the object requires heavy work: it is a part of a graph, or is read at a past instant. */
function namesHeavyWork(nodeId: string, schema: GraphQLSchema): boolean {
  const { type, key } = parseNodeId(nodeId) ?? {};
  const namedType = type === undefined ? undefined : schema.getType(type);
  return namedType !== undefined && (isHeavyType(namedType) || parseRowName(key!)?.at !== undefined);
}

const findNodes = (
  nodeIds: readonly string[],
  field: string,
  context: GraphqlContext,
  info: GraphQLResolveInfo,
): Promise<ObjectsOrErrors> =>
  findNamed(
    nodeIds.map((nodeId) => nameOrError(nodeId, field, info)),
    { field, context, info },
  );

function nameOrError(nodeId: string, field: string, { schema }: GraphQLResolveInfo): NodeName | Error {
  try {
    const name = decodeNodeId(nodeId, field);
    return isObjectType(schema.getType(name.type)) && findIdentity(name.type) ? name : invalid(field);
  } catch (error) {
    return error as Error;
  }
}
