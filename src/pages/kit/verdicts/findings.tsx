// Lists the findings of a check (what violates the check) and the missing evidence. The user can accept findings as
// known exceptions.
import { useState } from 'preact/hooks';
import {
  KitAcceptanceOfFindingDocument,
  KitAcceptFindingDocument,
  KitWithdrawAcceptanceDocument,
  type KitFindingFragment,
  type KitMissingFragment,
} from '../../../generated/kit-operations';
import { ask, errorText } from '../asking';
import { Question } from '../question';
import { texts } from './texts';

export type Finding = KitFindingFragment;

export interface Listed {
  readonly findingCount: number;
  readonly findings: readonly Finding[];
  readonly missing: readonly KitMissingFragment[];
}

/**
 * The stored check and the network whose findings can be accepted. `changed` is called after a finding was accepted.
 */
export interface Accepting {
  readonly checkId: string;
  readonly networkId: string;
  readonly changed: (words: string) => unknown;
}

interface FindingsProps {
  /** Name of the check, for screen readers. */
  readonly name: string;
  readonly verdict: Listed;
  /** Highlights a finding on the topology page; undefined on all other pages. */
  readonly show?: ((finding: Finding) => void) | undefined;
  /** Set if the viewer may accept findings. The findings of a trial run of an unsaved check cannot be accepted. */
  readonly accepting?: Accepting | undefined;
}

export function Findings({ name, verdict: { findings, findingCount, missing }, show, accepting }: FindingsProps) {
  const more = findingCount - findings.length;
  return (
    <>
      {findings.length > 0 && (
        <ul class="verdict-findings" aria-label={texts.findingsOf(name)}>
          {findings.map((finding) => (
            <li key={finding.key}>
              <FindingWords finding={finding} show={show} />
              {accepting && <Acceptance finding={finding} accepting={accepting} />}
            </li>
          ))}
        </ul>
      )}
      {more > 0 && findings.length > 0 && <p class="quiet">{texts.moreFindings(more)}</p>}
      {missing.length > 0 && (
        <ul class="verdict-findings" aria-label={texts.missingFor(name)}>
          {missing.map(({ code, message }) => (
            <li key={`${code} ${message}`}>{message}</li>
          ))}
        </ul>
      )}
      {findings.length === 0 && missing.length === 0 && <p class="quiet">{texts.noFindings}</p>}
    </>
  );
}

function FindingWords({ finding, show }: { finding: Finding } & Pick<FindingsProps, 'show'>) {
  const { message, isAccepted, elementIds } = finding;
  return (
    <>
      {show && elementIds.length > 0 ? (
        <button type="button" class="link" onClick={() => show(finding)}>
          {message}
        </button>
      ) : (
        <span>{message}</span>
      )}
      {isAccepted && <span class="quiet"> {texts.isAccepted}</span>}
    </>
  );
}

function Acceptance({ finding, accepting }: { finding: Finding; accepting: Accepting }) {
  const { key, message, isAccepted } = finding;
  const { checkId, networkId, changed } = accepting;
  const [isAsked, setAsked] = useState(false);
  const [note, setNote] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const place = { checkId, networkId, findingKey: key };
  const accept = async () => {
    await ask(KitAcceptFindingDocument, { ...place, note });
    await changed(texts.wasAccepted);
  };
  const withdraw = async () => {
    setProblem(null);
    try {
      const { checkAcceptances } = await ask(KitAcceptanceOfFindingDocument, place);
      const [acceptance] = checkAcceptances.nodes;
      if (acceptance) await ask(KitWithdrawAcceptanceDocument, { id: acceptance.id });
      await changed(texts.withdrawn);
    } catch (error) {
      setProblem(errorText(error));
    }
  };
  return (
    <>
      {' '}
      <button
        type="button"
        class="plain"
        aria-label={isAccepted ? texts.withdrawLabel(message) : texts.acceptLabel(message)}
        onClick={() => (isAccepted ? void withdraw() : setAsked(true))}
      >
        {isAccepted ? texts.withdraw : texts.accept}
      </button>
      <span role="alert">{problem && <span class="at-field">{problem}</span>}</span>
      {isAsked && (
        <Question
          button={texts.accept}
          question={texts.acceptQuestion(message)}
          isDangerous={false}
          act={accept}
          close={() => setAsked(false)}
        >
          <label class="field">
            {texts.note}
            <input maxLength={500} value={note} onInput={({ currentTarget }) => setNote(currentTarget.value)} />
          </label>
        </Question>
      )}
    </>
  );
}
