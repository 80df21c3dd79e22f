// The page of one check: what it demands, its verdict in the shown network with the findings, and its verdicts in other
// networks and in the past.
import { useEffect } from 'preact/hooks';
import { ChecksPageDeleteDocument } from '../../../generated/checks-page-operations';
import { KitVerdictDocument } from '../../../generated/kit-operations';
import { ask, useAsked } from '../../kit/asking';
import { instantWords } from '../../kit/instants/instant-words';
import { Problem } from '../../kit/problem';
import { Confirm } from '../../kit/sections/confirm';
import { Findings } from '../../kit/verdicts/findings';
import { Mute } from '../../kit/verdicts/mute';
import { StateMark } from '../../kit/verdicts/state-mark';
import { texts as verdictTexts } from '../../kit/verdicts/texts';
import { countWords, sinceWords } from '../../kit/verdicts/verdict-words';
import { mapOfVerdict } from '../../kit/verdicts/view-of-check';
import { useHere } from '../parts/here';
import { useCheck, type StoredCheck } from '../parts/use-check';
import { Way } from '../parts/way';
import { texts } from '../texts';
import { Changes } from './changes';
import { Demand } from './demand';
import { Past } from './past';

/** Milliseconds between requests while the check has not been judged yet. */
const judgingMs = 2_000;

export function CheckPage({ id }: { readonly id: string }) {
  const { data, problem, reload } = useCheck(id);
  const check = data?.check;
  const isAwaited = check !== undefined && check.enabled && check.kind !== null && check.here.nodes.length === 0;
  useEffect(() => {
    document.title = `${check?.name ?? texts.app.checks} – Netloom`;
  }, [check?.name]);
  useEffect(() => {
    if (!isAwaited) return undefined;
    const timer = setInterval(() => void reload(), judgingMs);
    return () => clearInterval(timer);
  }, [isAwaited]);
  return (
    <>
      <Way to={{}}>{texts.check.back}</Way>
      <div role="alert">{problem && <Problem problem={problem} reload={reload} />}</div>
      {check && <Stored check={check} reload={reload} />}
    </>
  );
}

interface StoredProps {
  readonly check: StoredCheck;
  readonly reload: () => Promise<void>;
}

function Stored({ check, reload }: StoredProps) {
  const { network } = useHere();
  const { name, description, enabled, isMuted, mutedUntil, mutedReason } = check;
  const [verdict] = check.here.nodes;
  return (
    <>
      <h1>
        <bdi>{name}</bdi>
      </h1>
      {description && <p>{description}</p>}
      {isMuted && mutedUntil != null && (
        <p class="quiet">
          {verdictTexts.mutedUntil(instantWords(mutedUntil))}
          {mutedReason && `: ${mutedReason}`}
        </p>
      )}
      <Actions check={check} reload={reload} />
      <section aria-labelledby="verdict-title">
        <h2 id="verdict-title">{texts.check.verdict(network.name)}</h2>
        {verdict && <Verdict check={check} verdict={verdict} reload={reload} />}
        {!verdict && <p class="quiet">{enabled ? texts.check.notJudged : texts.check.isOff}</p>}
      </section>
      <Demand check={check} />
      <Others check={check} />
      <Changes check={check} />
      {check.kind !== null && <Past id={check.id} />}
    </>
  );
}

function Actions({ check, reload }: StoredProps) {
  const { may, notice, show } = useHere();
  const { id, name, kind } = check;
  const changed = async (words: string) => {
    await reload();
    notice(words);
  };
  const remove = async () => {
    await ask(ChecksPageDeleteDocument, { id });
    notice(texts.check.deleted(name));
    show({});
  };
  const [verdict] = check.here.nodes;
  return (
    <div class="buttons">
      {verdict && verdict.state !== 'Passing' && (
        <a class="button" href={mapOfVerdict({ ...verdict, check: { kind: kind ?? null } })}>
          {texts.check.map}
        </a>
      )}
      {may('updateCheck') && kind !== null && (
        <Way to={{ check: id, isEdited: true }} look="button">
          {texts.check.edit}
        </Way>
      )}
      {may('muteCheck') && <Mute check={check} changed={changed} />}
      {may('deleteCheck') && (
        <Confirm
          button={texts.check.delete}
          label={texts.check.deleteLabel(name)}
          question={texts.check.deleteQuestion(name)}
          act={remove}
        />
      )}
    </div>
  );
}

interface VerdictProps extends StoredProps {
  readonly verdict: StoredCheck['here']['nodes'][number];
}

function Verdict({ check, verdict, reload }: VerdictProps) {
  const { network, may, notice } = useHere();
  const { id, state, since, findingCount, acceptedCount } = verdict;
  const stored = useAsked(
    () => ask(KitVerdictDocument, { id }),
    JSON.stringify([id, state, since, findingCount, acceptedCount]),
  );
  const changed = async (words: string) => {
    await Promise.all([reload(), stored.reload()]);
    notice(words);
  };
  return (
    <>
      <p>
        <StateMark state={state} />{' '}
        <span class="quiet">{[sinceWords(verdict), countWords(verdict)].filter(Boolean).join(' · ')}</span>
      </p>
      <div role="alert">{stored.problem && <Problem problem={stored.problem} reload={stored.reload} />}</div>
      {stored.data && (
        <Findings
          name={check.name}
          verdict={stored.data.checkVerdict}
          accepting={may('acceptFinding') ? { checkId: check.id, networkId: network.id, changed } : undefined}
        />
      )}
    </>
  );
}

function Others({ check: { others } }: Pick<StoredProps, 'check'>) {
  if (others.totalCount === 0) return null;
  return (
    <section aria-labelledby="others-title">
      <h2 id="others-title">{texts.check.others}</h2>
      <ul class="others">
        {others.nodes.map((verdict) => (
          <li key={verdict.id}>
            <bdi>{verdict.network.name}</bdi> <StateMark state={verdict.state} />{' '}
            <span class="quiet">{[sinceWords(verdict), countWords(verdict)].filter(Boolean).join(' · ')}</span>
          </li>
        ))}
      </ul>
      {others.totalCount > others.nodes.length && (
        <p class="quiet">{texts.check.moreOthers(others.totalCount - others.nodes.length)}</p>
      )}
    </section>
  );
}
