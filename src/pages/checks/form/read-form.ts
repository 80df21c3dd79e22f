// Converts the submitted data of the check form to the input of the API.
import type {
  CheckKind,
  CheckRuleInput,
  CheckSelectionInput,
  CheckSeverity,
} from '../../../generated/checks-page-operations';
import { Refusal } from '../../kit/ask';
import { readText, readTexts } from '../../kit/sections/form';
import { texts } from '../texts';
import { kindFacts, selection } from './form-facts';
import { formValues, missingField, toRule, toSelection } from './rule-values';
import { labelOf } from './words';

export const rulePrefix = 'rule';
export const selectionPrefix = 'selection';

interface Demand {
  readonly rule: CheckRuleInput;
  readonly selection: CheckSelectionInput;
}

const refuse = (words: string, field: string) => new Refusal(words, 'form_refused', false, undefined, { field });

/** Reads the rule and the selection of hosts from the submitted form. Throws a Refusal if a required field is empty. */
export function readDemand(data: FormData): Demand {
  const facts = kindFacts(readText(data, 'kind') as CheckKind);
  const values = formValues(data, rulePrefix);
  const missing = missingField(facts.fields, values);
  if (missing) throw refuse(texts.form.required(labelOf(missing)), `${rulePrefix}.${missing.path}`);
  return {
    rule: toRule(facts, values),
    selection: toSelection(selection, formValues(data, selectionPrefix)),
  };
}

/** The input of the mutations that create and update a check. `networkId` is the network that the page shows. */
export function readCheck(data: FormData, networkId: string) {
  const scope = readText(data, 'scope');
  const networkIds = scope === 'all' ? [] : scope === 'some' ? readTexts(data, 'networkIds') : [networkId];
  if (scope === 'some' && networkIds.length === 0) throw refuse(texts.form.chooseNetwork, 'networkIds');
  return {
    name: readText(data, 'name').trim(),
    description: readText(data, 'description').trim() || null,
    severity: readText(data, 'severity') as CheckSeverity,
    enabled: data.has('enabled'),
    allNetworks: scope === 'all',
    networkIds,
    ...readDemand(data),
  };
}
