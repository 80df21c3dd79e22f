// Checks topology options before they are saved: whether each list of rules is complete and in order, rule ids are
// unique, and the viewer may read the tags.
import { AppError } from '../../../errors';
import { requireAllVisible, type Db } from '../../../data/tenancy/rows';
import { nameOfRule, topologyViews, type RuleEntry, type View } from '../graph/options';
import { containerRules, containerRulesOfView, elementRulesOfPlace } from '../graph/vocabulary';
import { completeOptions, type StoredOptions } from '../options';
import { checkedOptions, optionError } from './options-check';

const fixedRulesOf = (view: View) => containerRulesOfView(view).filter((name) => containerRules[name].isFixed);
/**
 * Element rules say how a graph groups its elements. The rules in `orderedElementRules` must be in this order; those in
 * `movableElementRules` may have any position in the list.
 */
const orderedElementRules: readonly string[] = elementRulesOfPlace('Ordered');
const movableElementRules: readonly string[] = elementRulesOfPlace('Anywhere');

/** Maximum length of stored options as JSON, in characters. It limits the size of a list of 1,000 topologies. */
const maximumStoredLength = 200_000;

/**
 * Checks topology options, and returns them as they are stored. Errors contain the path of the invalid option. Throws
 * 404 for a tag that the viewer cannot read.
 */
export async function savableOptions(
  db: Db,
  topologyId: string,
  options: unknown,
  present: StoredOptions,
): Promise<StoredOptions> {
  const storedOptions = checkedOptions(options);
  if (JSON.stringify(storedOptions).length > maximumStoredLength)
    throw new AppError('validation_max_length', { field: 'options', max: maximumStoredLength });
  const { containerRules: savedContainerRules = {}, elementRules = [] } = storedOptions.request ?? {};
  for (const view of topologyViews)
    requireRules(savedContainerRules[view] ?? [], fixedRulesOf(view), ['containerRules', view]);
  requireRules(elementRules, [...orderedElementRules, ...movableElementRules], ['elementRules']);
  requireOrder(elementRules);
  requireFreeIds(topologyId, storedOptions);
  // Tags that the stored options already contain are not checked, so that a client can save the options which it has
  // read, even if a tag was deleted since.
  const presentTagIds = new Set(tagIdsIn(present));
  const newTagIds = tagIdsIn(storedOptions).filter((id) => !presentTagIds.has(id));
  if (newTagIds.length > 0) await requireAllVisible(db, 'Tag', newTagIds);
  return storedOptions;
}

function requireRules(rules: readonly RuleEntry[], fixedRules: readonly string[], path: readonly string[]): void {
  if (rules.length === 0) return;
  const names = rules.map(({ rule }) => nameOfRule(rule));
  const missing = fixedRules.find((name) => !names.includes(name));
  if (missing !== undefined)
    throw new AppError('validation_required', { field: ['options', 'request', ...path, missing].join('.') });
}

function requireOrder(rules: readonly RuleEntry[]): void {
  const places = rules.map(({ rule }) => orderedElementRules.indexOf(nameOfRule(rule)));
  const misplacedIndex = places.findIndex(
    (place, index) => place !== -1 && places.slice(0, index).some((one) => one > place),
  );
  if (misplacedIndex !== -1) throw optionError(['request', 'elementRules', misplacedIndex, 'rule']);
}

/**
 * For each list of rules that the options leave out, the default rules apply. Throws if a rule of the options has the
 * same id as one of these default rules.
 */
function requireFreeIds(topologyId: string, { request = {} }: StoredOptions): void {
  const { containerRules, elementRules } = completeOptions(topologyId, {}).request;
  const lists = [
    ...topologyViews.map((view) => ({
      ...{ path: ['containerRules', view], given: request.containerRules?.[view], byDefault: containerRules[view] },
    })),
    { path: ['elementRules'], given: request.elementRules, byDefault: elementRules },
  ];
  const usedIds = new Set(lists.flatMap(({ given, byDefault }) => (given ? [] : byDefault.map(({ id }) => id))));
  for (const { path, given = [] } of lists) {
    const index = given.findIndex(({ id }) => usedIds.has(id));
    if (index !== -1) throw optionError(['request', ...path, index, 'id']);
  }
}

function tagIdsIn({ local, request }: StoredOptions): string[] {
  const rules = [...Object.values(request?.containerRules ?? {}).flat(), ...(request?.elementRules ?? [])];
  const inRules = rules.flatMap(({ rule }) => {
    if (typeof rule === 'string') return [];
    if ('ByTag' in rule) return rule.ByTag.tag_ids;
    return 'ByApplication' in rule ? rule.ByApplication.tag_ids : [];
  });
  return [...inRules, ...Object.values(local?.tagFilter ?? {}).flat()];
}
