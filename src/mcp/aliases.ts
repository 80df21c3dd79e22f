// Replaces ids of merged hosts in tool inputs by the hosts that they were merged into.
import { McpHostAliasesDocument, type McpAliasFragment } from '../generated/operations';
import type { Asker } from './ask';

const aliasesAmong = async (ids: readonly string[], ask: Asker): Promise<readonly McpAliasFragment[]> =>
  (await ask(McpHostAliasesDocument, { ids: [...ids] })).hostAliases;

const withAliases = (answer: object, aliases: readonly McpAliasFragment[]): object =>
  aliases.length === 0 ? answer : { ...answer, aliases };

/**
 * Answers a question whose fields `names` contain ids, after replacing ids of merged hosts; `aliases` in the answer
 * lists the replacements. They are looked up first, because graph queries ignore unknown ids.
 */
export async function throughAliases<Asked extends object>(
  asked: Asked,
  names: readonly (keyof Asked)[],
  ask: Asker,
  answer: (asked: Asked) => Promise<object>,
): Promise<object> {
  const ids = names.flatMap((name) => (asked[name] ?? []) as string | string[]);
  const aliases = await aliasesAmong(ids, ask);
  if (aliases.length === 0) return answer(asked);
  const survivors = new Map(aliases.map(({ mergedHostId, hostId }) => [mergedHostId, hostId]));
  const nowOf = (id: string): string => survivors.get(id.toLowerCase()) ?? id;
  const now = names.map((name) => {
    const given = asked[name] as string | string[] | undefined;
    return [name, Array.isArray(given) ? [...new Set(given.map(nowOf))] : given && nowOf(given)];
  });
  return withAliases(await answer({ ...asked, ...Object.fromEntries(now) }), aliases);
}

/** Answers a question about one host. If no host has the id, repeats it for the host that it was merged into. */
export async function aboutHost(id: string, ask: Asker, answer: (id: string) => Promise<object>): Promise<object> {
  try {
    return await answer(id);
  } catch (refusal) {
    const aliases = await aliasesAmong([id], ask);
    if (aliases.length === 0) throw refusal;
    return withAliases(await answer(aliases[0]!.hostId), aliases);
  }
}
