// The Prisma data model for Pothos. The comments of the model become GraphQL descriptions, without their lines with
// annotations (`@…`), which are for other generators.
import { getDatamodel } from '../../generated/pothos-prisma-types';

interface Documented {
  documentation?: string;
}
interface Datamodel {
  readonly datamodel: { readonly models: Record<string, Documented & { readonly fields: Documented[] }> };
}

function dropMarks(documentedNode: Documented): void {
  const lines = documentedNode.documentation?.split('\n').filter((line) => !line.startsWith('@'));
  if (lines) documentedNode.documentation = lines.join('\n') || undefined;
}

export function describedModels(): ReturnType<typeof getDatamodel> {
  const all = getDatamodel();
  // The types of Pothos's Prisma plugin do not declare the member `documentation` of models and fields, hence the cast.
  for (const model of Object.values((all as unknown as Datamodel).datamodel.models))
    for (const documentedNodes of [model, ...model.fields]) dropMarks(documentedNodes);
  return all;
}
