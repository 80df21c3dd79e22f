// Lists suggested checks, which the network passes today. One button creates the checks.
import { useEffect, useState } from 'preact/hooks';
import {
  ChecksPageCreateSuggestedDocument,
  ChecksPageSuggestionsDocument,
  type ChecksPageSuggestionsQuery,
} from '../../../generated/checks-page-operations';
import { ask, errorText, useAsked } from '../../kit/asking';
import { Problem } from '../../kit/problem';
import { Facts } from '../../kit/sections/rows';
import { texts as verdictTexts } from '../../kit/verdicts/texts';
import { kindFacts, selection as selectionFields } from '../form/form-facts';
import { factsOf } from '../form/rule-facts';
import { storedValues } from '../form/rule-values';
import { useHere } from '../parts/here';
import { Way } from '../parts/way';
import { texts } from '../texts';

export function Suggestions() {
  const { network, may, notice, show } = useHere();
  const suggestions = useAsked(() => ask(ChecksPageSuggestionsDocument, { networkId: network.id }), network.id);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    document.title = `${texts.suggestions.title} – Netloom`;
  }, []);
  const create = async () => {
    setBusy(true);
    setProblem(null);
    try {
      const { createSuggestedChecks } = await ask(ChecksPageCreateSuggestedDocument, { networkId: network.id });
      notice(texts.suggestions.created(createSuggestedChecks.length));
      show({});
    } catch (error) {
      setProblem(errorText(error));
      setBusy(false);
    }
  };
  const suggested = suggestions.data?.suggestedChecks;
  return (
    <>
      <Way to={{}}>{texts.check.back}</Way>
      <h1>{texts.suggestions.title}</h1>
      <p>{texts.suggestions.about}</p>
      <div role="alert">
        {suggestions.problem && <Problem problem={suggestions.problem} reload={suggestions.reload} />}
        {problem && <p class="problem">{problem}</p>}
      </div>
      {!suggested && !suggestions.problem && <p class="quiet">{texts.suggestions.reading}</p>}
      {suggested?.length === 0 && <p>{texts.suggestions.none}</p>}
      {suggested && suggested.length > 0 && (
        <>
          <ul class="rows" aria-label={texts.suggestions.list}>
            {suggested.map((suggestion) => (
              <li key={suggestion.name}>
                <Suggested suggestion={suggestion} />
              </li>
            ))}
          </ul>
          {may('createSuggestedChecks') ? (
            <button type="button" class="main" disabled={isBusy} onClick={() => void create()}>
              {texts.suggestions.create}
            </button>
          ) : (
            <p class="quiet">{texts.suggestions.may}</p>
          )}
        </>
      )}
    </>
  );
}

type Suggestion = ChecksPageSuggestionsQuery['suggestedChecks'][number];

/** A suggested check with its parameters, except ids of rows: the name of the check already names those rows. */
function Suggested({ suggestion: { name, severity, rule, selection } }: { readonly suggestion: Suggestion }) {
  const { description, fields } = kindFacts(rule.type);
  const plain = [fields, selectionFields].map((all) => all.filter(({ type }) => type !== 'Row'));
  const facts = [
    ...factsOf(plain[0]!, storedValues(plain[0]!, rule), new Map()),
    ...factsOf(plain[1]!, storedValues(plain[1]!, selection), new Map()),
  ];
  return (
    <>
      <strong>{name}</strong> <span class="quiet">{verdictTexts.severities[severity]}</span>
      <p>{description}</p>
      {facts.length > 0 && <Facts facts={facts} />}
    </>
  );
}
