// The form of a share: name, password, expiry, views, options, and where it may be embedded.
import { useId, useState } from 'preact/hooks';
import { instantAttributes, instantFrom, localText } from '../../../kit/instants/instant-words';
import { lifetimes, readExpiry } from '../../../kit/sections/form';
import { viewNames } from '../../graph/texts';
import { views } from '../../state/place';
import type { ShareFields, ShareRow } from '../../state/shares';
import { texts } from './texts';

interface ShareFormProps {
  readonly share?: ShareRow;
  readonly button: string;
  readonly send: (fields: ShareFields) => Promise<unknown>;
  readonly wordsFor: (error: unknown) => string;
}

const optionWords = {
  showInspectPanel: texts.shareForm.detailsOfNodes,
  showZoomControls: texts.shareForm.zoomButtons,
  showExportButton: texts.shareForm.savingThePicture,
} as const;
type Option = keyof typeof optionWords;

/** The option with which the user enters a date for the end of the share, instead of a number of days. */
const atDate = 'at';
const ends = [['7', texts.shareForm.n7Days], ...lifetimes, [atDate, texts.shareForm.aDate]] as const;
/** The number of days after which a new share ends unless the user chooses another end. */
const usualDays = '30';

const domainsIn = (text: string): string[] => text.split(/[\s,]+/).filter(Boolean);

/** An empty password is not sent, so that the service keeps the stored one. */
function fieldsOf(values: FormData, stored: string | null | undefined): ShareFields {
  const text = (name: string) => String(values.get(name) ?? '').trim();
  const lifetime = text('lifetime');
  const password = String(values.get('password') ?? '');
  const enabledViews = views.filter((view) => values.has(view));
  const isShown = (option: Option) => values.has(option);
  return {
    name: text('name'),
    expiresAt: lifetime === atDate ? instantFrom(text('expiresAt'), stored, 'second') : readExpiry(lifetime),
    allowedDomains: domainsIn(text('allowedDomains')),
    // Null means all views, including those that have no data yet.
    enabledViews: enabledViews.length === views.length ? null : enabledViews,
    options: {
      showInspectPanel: isShown('showInspectPanel'),
      showZoomControls: isShown('showZoomControls'),
      showExportButton: isShown('showExportButton'),
    },
    ...(values.has('noPassword') ? { password: null } : password !== '' && { password }),
  };
}

export function ShareForm({ share, button, send, wordsFor }: ShareFormProps) {
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const hint = useId();
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    const fields = fieldsOf(new FormData(event.currentTarget as HTMLFormElement), share?.expiresAt);
    if (fields.enabledViews?.length === 0) return setProblem(texts.shareForm.chooseAView);
    setBusy(true);
    setProblem('');
    await send(fields).catch((error: unknown) => setProblem(wordsFor(error)));
    setBusy(false);
  };
  return (
    <form class="share-form" onSubmit={(event) => void submit(event)}>
      <label>
        {texts.shareForm.name}
        <input name="name" required maxLength={100} defaultValue={share?.name ?? ''} />
      </label>
      <label>
        {share?.hasPassword ? texts.shareForm.newPassword : texts.shareForm.password}
        <input type="password" name="password" maxLength={256} autocomplete="new-password" aria-describedby={hint} />
      </label>
      <p class="quiet" id={hint}>
        {share?.hasPassword ? texts.shareForm.leaveEmptyToKeep : texts.shareForm.visitorsMustEnter}
      </p>
      {share?.hasPassword && (
        <label class="check">
          <input type="checkbox" name="noPassword" /> {texts.shareForm.removeThePassword}
        </label>
      )}
      <Expiry share={share} />
      <fieldset>
        <legend>{texts.shareForm.views}</legend>
        {views.map((view) => (
          <label class="check" key={view}>
            <input type="checkbox" name={view} defaultChecked={share?.enabledViews?.includes(view) ?? true} />{' '}
            {viewNames[view]}
          </label>
        ))}
      </fieldset>
      <fieldset>
        <legend>{texts.shareForm.visitors}</legend>
        {(Object.keys(optionWords) as Option[]).map((option) => (
          <label class="check" key={option}>
            <input type="checkbox" name={option} defaultChecked={share?.options[option] ?? true} />{' '}
            {optionWords[option]}
          </label>
        ))}
      </fieldset>
      <label>
        {texts.shareForm.sitesThatMayEmbed}
        <input
          name="allowedDomains"
          placeholder={texts.shareForm.wikiExampleComExample}
          defaultValue={share?.allowedDomains?.join(' ') ?? ''}
        />
      </label>
      <p class="quiet">{texts.shareForm.leaveEmptyForAny}</p>
      <div role="alert">{problem && <p class="problem">{problem}</p>}</div>
      <button type="submit" disabled={isBusy}>
        {button}
      </button>
    </form>
  );
}

function Expiry({ share }: Pick<ShareFormProps, 'share'>) {
  const stored = share?.expiresAt;
  const [lifetime, setLifetime] = useState<string>(share ? (stored ? atDate : '') : usualDays);
  return (
    <>
      <label>
        {texts.shareForm.expiresAfter}
        <select name="lifetime" value={lifetime} onChange={({ currentTarget }) => setLifetime(currentTarget.value)}>
          {ends.map(([value, words]) => (
            <option key={value} value={value}>
              {words}
            </option>
          ))}
        </select>
      </label>
      {lifetime === atDate && (
        <label>
          {texts.shareForm.date}
          <input
            {...instantAttributes}
            name="expiresAt"
            step={1}
            required
            defaultValue={stored ? localText(stored, 'second') : ''}
          />
        </label>
      )}
    </>
  );
}
