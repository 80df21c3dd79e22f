// What a check demands: its kind with the parameters, its networks, and the hosts that it judges.
import { Facts } from '../../kit/sections/rows';
import { texts as verdictTexts } from '../../kit/verdicts/texts';
import { kindFacts, selection } from '../form/form-facts';
import { factsOf } from '../form/rule-facts';
import { storedValues } from '../form/rule-values';
import { useNames } from '../form/use-names';
import { kindWords } from '../form/words';
import { useHere } from '../parts/here';
import type { StoredCheck } from '../parts/use-check';
import { texts } from '../texts';

export function Demand({ check }: { readonly check: StoredCheck }) {
  const { networks } = useHere();
  const { kind, severity, allNetworks, networkIds, updatedAt } = check;
  const fields = kind == null ? [] : kindFacts(kind).fields;
  const rule = storedValues(fields, check.rule);
  const selectionValues = storedValues(selection, check.selection);
  const stored = [
    { fields, values: rule },
    { fields: selection, values: selectionValues },
  ];
  const { names = new Map<string, string>(), problem } = useNames(stored, updatedAt);
  const ofSelection = factsOf(selection, selectionValues, names);
  const networkWords = networkIds.map((id) => networks.find((one) => one.id === id)?.name ?? texts.rows.noName);
  return (
    <section aria-labelledby="demand-title">
      <h2 id="demand-title">{texts.check.demand}</h2>
      <p>{kind == null ? texts.check.unknownKind : kindFacts(kind).description}</p>
      {problem && <p class="problem">{problem}</p>}
      <Facts
        facts={[
          ...(kind == null ? [] : [[texts.check.kind, kindWords(kind)] as const]),
          ...factsOf(fields, rule, names),
          [texts.check.severity, verdictTexts.severities[severity]],
          [texts.check.networks, allNetworks ? texts.check.allNetworks : networkWords.join(', ')],
          ...(ofSelection.length > 0 ? ofSelection : [[texts.check.hosts, texts.check.allHosts] as const]),
        ]}
      />
    </section>
  );
}
