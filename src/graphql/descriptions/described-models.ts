// The data model as Pothos takes it, its comments without the marks that other generators read.
import { getDatamodel } from '../../generated/pothos-prisma-types';

interface Documented {
  documentation?: string;
}
interface Datamodel {
  readonly datamodel: { readonly models: Record<string, Documented & { readonly fields: Documented[] }> };
}

function dropMarks(commented: Documented): void {
  const lines = commented.documentation?.split('\n').filter((line) => !line.startsWith('@'));
  if (lines) commented.documentation = lines.join('\n') || undefined;
}

export function describedModels(): ReturnType<typeof getDatamodel> {
  const all = getDatamodel();
  // The types of the plugin name no documentation.
  for (const model of Object.values((all as unknown as Datamodel).datamodel.models))
    for (const commented of [model, ...model.fields]) dropMarks(commented);
  return all;
}
