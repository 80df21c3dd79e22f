// Tests which rules the options of a topology may contain in which view. Default options that a client has read can
// be saved unchanged.
import { completeOptions, type StoredOptions } from '../../../../src/modules/topology/options';
import { nameOfRule, topologyViews, type Rule } from '../../../../src/modules/topology/graph/options';
import {
  containerRuleNames,
  containerRulesOfView,
  elementRuleNames,
  elementRules,
  isPlainRule,
} from '../../../../src/modules/topology/graph/vocabulary';
import { ruleSchema } from '../../../../src/modules/topology/schema/topology-option-schemas';
import { checkedOptions } from '../../../../src/modules/topology/answers/options-check';

const id = (at: number) => `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`;
const topologyId = id(1);
const defaults = completeOptions(topologyId, {});

const isAccepted = (request: unknown): boolean => {
  try {
    checkedOptions({ request });
    return true;
  } catch {
    return false;
  }
};
/** The rule with this name in the default options. */
const ruleNamed = (name: string): Rule =>
  [...Object.values(defaults.request.containerRules).flat(), ...defaults.request.elementRules]
    .map(({ rule }) => rule)
    .find((rule) => nameOfRule(rule) === name)!;

test('the default options are valid and unchanged by parsing', () => {
  const savedOptions = checkedOptions(defaults) as StoredOptions;
  expect(completeOptions(topologyId, savedOptions)).toEqual(defaults);
});

test('every rule is a default of the views for which it is meant', () => {
  for (const view of topologyViews)
    expect(defaults.request.containerRules[view].map(({ rule }) => nameOfRule(rule))).toEqual(
      containerRulesOfView(view),
    );
  expect(defaults.request.elementRules.map(({ rule }) => nameOfRule(rule))).toEqual(elementRuleNames);
  expect(new Set(topologyViews.flatMap(containerRulesOfView))).toEqual(new Set(containerRuleNames));
});

test('a rule is accepted only in the lists for which it is meant', () => {
  for (const name of [...containerRuleNames, ...elementRuleNames]) {
    const entry = [{ id: id(2), rule: ruleNamed(name) }];
    expect([name, isAccepted({ elementRules: entry })]).toEqual([name, Object.hasOwn(elementRules, name)]);
    for (const view of topologyViews)
      expect([name, view, isAccepted({ containerRules: { [view]: entry } })]).toEqual([
        ...[name, view],
        (containerRulesOfView(view) as string[]).includes(name),
      ]);
  }
});

test('only optional element rules may be repeated', () => {
  for (const name of elementRuleNames) {
    const twice = [2, 3].map((at) => ({ id: id(at), rule: ruleNamed(name) }));
    expect([name, isAccepted({ elementRules: twice })]).toEqual([name, elementRules[name].place === 'Optional']);
  }
});

test('the OpenAPI document offers every rule, by its name or as an object', () => {
  const [plain, ...objects] = ruleSchema.anyOf as unknown as [{ enum: string[] }, ...{ required: string[] }[]];
  const names = [...containerRuleNames, ...elementRuleNames];
  expect(plain.enum).toEqual(names.filter(isPlainRule));
  expect(objects.flatMap(({ required }) => required).sort()).toEqual(names.filter((name) => !isPlainRule(name)).sort());
});
