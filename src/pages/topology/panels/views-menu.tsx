// The menu of saved views: opens a view, saves the current picture as a view, and renames, shares, updates and deletes
// one's own views.
import { useRef, useState } from 'preact/hooks';
import type { SavedViewVisibility } from '../../../generated/page-operations';
import { viewNames } from '../graph/texts';
import type { ViewRow } from '../state/store';
import { usePage, usePageState } from './use-page';
import { texts } from './texts';

export function ViewsMenu() {
  const page = usePage();
  const { views, savedView, place, start, drawing } = usePageState();
  const menu = useRef<HTMLDetailsElement>(null);
  const [problem, setProblem] = useState('');
  const openView = savedView?.id === place.savedId ? savedView : undefined;
  const may = start?.viewer.may.includes('createSavedView') ?? false;

  const close = (): void => menu.current?.removeAttribute('open');
  /**
   * Runs an action of the menu, and then closes the menu if `isLast`. If the action fails, the menu shows the error.
   */
  const run = (work: () => Promise<void>, isLast = true): void => {
    setProblem('');
    work().then(
      () => isLast && close(),
      (error: unknown) => setProblem(page.wordsFor(error)),
    );
  };
  return (
    <details
      class="menu saved-views"
      ref={menu}
      onToggle={({ currentTarget }) => currentTarget.open && run(() => page.savedViews.read(), false)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !menu.current?.open) return;
        event.preventDefault();
        close();
        menu.current.querySelector('summary')?.focus();
      }}
    >
      <summary class="plain">{texts.viewsMenu.savedViews}</summary>
      <div class="choices">
        {views.length === 0 && <p class="quiet">{texts.viewsMenu.noView}</p>}
        <ul aria-label={texts.viewsMenu.savedViews}>
          {views.map((row) => (
            <li key={row.id}>
              <button
                type="button"
                class="plain"
                aria-current={row.id === openView?.id}
                onClick={() => run(() => page.savedViews.open(row.id))}
              >
                {row.name}
              </button>{' '}
              <span class="quiet">{wordsOf(row, start?.viewer.userId)}</span>
            </li>
          ))}
        </ul>
        {/* A view that is read again brings new values for the form, so the form begins with them. */}
        {openView && page.savedViews.mayChange(openView) && (
          <Opened key={`${openView.id} ${openView.updatedAt}`} row={openView} run={run} />
        )}
        {openView && !page.savedViews.mayChange(openView) && (
          <p class="quiet">{texts.viewsMenu.canBeChanged(openView.name)}</p>
        )}
        {may && drawing && (
          <NameForm
            legend={texts.viewsMenu.saveWhatIsShown}
            verb="Save as new view"
            send={(...fields) => run(() => page.savedViews.saveAs(...fields))}
          />
        )}
        {!may && <p class="quiet">{texts.viewsMenu.savingAViewNeeds}</p>}
        <div role="alert">{problem && <p class="problem">{problem}</p>}</div>
      </div>
    </details>
  );
}

function wordsOf({ view, visibility, createdByUserId, createdByUser }: ViewRow, userId: string | undefined): string {
  const whose = createdByUserId === userId ? 'yours' : `by ${createdByUser?.email ?? texts.viewsMenu.formerUser}`;
  return [viewNames[view], whose, visibility === 'Organization' && texts.viewsMenu.forTheOrganization]
    .filter(Boolean)
    .join(', ');
}

type Run = (work: () => Promise<void>, isLast?: boolean) => void;

function Opened({ row, run }: { readonly row: ViewRow; readonly run: Run }) {
  const { savedViews } = usePage();
  const [isSure, setSure] = useState(false);
  return (
    <>
      <NameForm
        legend={texts.viewsMenu.change(row.name)}
        verb="Rename"
        initial={row}
        send={(...fields) => run(() => savedViews.rename(...fields))}
      />
      <div class="deeds">
        <button type="button" class="plain" onClick={() => run(() => savedViews.update())}>
          {texts.viewsMenu.update}
        </button>
        <button
          type="button"
          class="plain"
          onClick={() => (isSure ? run(() => savedViews.remove()) : setSure(true))}
          onBlur={() => setSure(false)}
        >
          {isSure ? texts.viewsMenu.deletePermanently : texts.viewsMenu.delete}
        </button>
      </div>
    </>
  );
}

interface NameFormProps {
  readonly legend: string;
  readonly verb: string;
  readonly initial?: Pick<ViewRow, 'name' | 'visibility'>;
  readonly send: (name: string, visibility: SavedViewVisibility) => void;
}

function NameForm({ legend, verb, initial, send }: NameFormProps) {
  const [name, setName] = useState(initial?.name ?? '');
  const [isForAll, setForAll] = useState(initial?.visibility === 'Organization');
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (name.trim() !== '') send(name.trim(), isForAll ? 'Organization' : 'Own');
      }}
    >
      <fieldset>
        <legend>{legend}</legend>
        <label>
          {texts.viewsMenu.name}{' '}
          <input value={name} maxLength={100} required onInput={({ currentTarget }) => setName(currentTarget.value)} />
        </label>
        <label class="check">
          <input
            type="checkbox"
            checked={isForAll}
            onChange={({ currentTarget }) => setForAll(currentTarget.checked)}
          />
          {texts.viewsMenu.forEveryone}
        </label>
        <button type="submit" class="plain">
          {verb}
        </button>
      </fieldset>
    </form>
  );
}
