// Replaces ids of merged hosts in the input of tools. The replacement is the id of the host into which the host was
// merged.
import { McpHostAliasesDocument, type McpAliasFragment } from '../generated/operations';
import type { Asker } from './ask';

const aliasesAmong = async (ids: readonly string[], ask: Asker): Promise<readonly McpAliasFragment[]> =>
  (await ask(McpHostAliasesDocument, { ids: [...ids] })).hostAliases;

const withAliases = (answer: object, aliases: readonly McpAliasFragment[]): object =>
  aliases.length === 0 ? answer : { ...answer, aliases };

/**
 * Runs a query in which ids of merged hosts are replaced by the ids of the hosts that remain; `aliases` in the result
 * lists them. `names` are the arguments with ids. The replacement comes first, because graph queries would ignore
 * unknown ids.
 */
export async function withMergedIdsReplaced<Asked extends object>(
  question: Asked,
  names: readonly (keyof Asked)[],
  ask: Asker,
  answer: (question: Asked) => Promise<object>,
): Promise<object> {
  const ids = names.flatMap((name) => (question[name] ?? []) as string | string[]);
  const aliases = await aliasesAmong(ids, ask);
  if (aliases.length === 0) return answer(question);
  const survivors = new Map(aliases.map(({ mergedHostId, hostId }) => [mergedHostId, hostId]));
  const currentId = (id: string): string => survivors.get(id.toLowerCase()) ?? id;
  const now = names.map((name) => {
    const currentValue = question[name] as string | string[] | undefined;
    return [
      name,
      Array.isArray(currentValue) ? [...new Set(currentValue.map(currentId))] : currentValue && currentId(currentValue),
    ];
  });
  return withAliases(await answer({ ...question, ...Object.fromEntries(now) }), aliases);
}

/**
 * Runs a query about one host. If it fails and the host was merged into another host, repeats the query for that other
 * host.
 */
export async function aboutHost(id: string, ask: Asker, answer: (id: string) => Promise<object>): Promise<object> {
  try {
    return await answer(id);
  } catch (refusal) {
    const aliases = await aliasesAmong([id], ask);
    if (aliases.length === 0) throw refusal;
    return withAliases(await answer(aliases[0]!.hostId), aliases);
  }
}
