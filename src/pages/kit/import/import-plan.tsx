// Shows the plan of an import before anything is written: the rows that the import will create, change, leave unchanged
// and skip.
import type { Plan } from './import-file';
import { fieldWords, typeWords, upperFirst } from '../words/field-words';
import { texts } from '../words/texts';

export function ImportPlan({ plan, isBusy, apply }: { plan: Plan; isBusy: boolean; apply: () => void }) {
  const { created, changed, matched, refused, createdRows, changedRows, matchedRows, refusedRows } = plan;
  const kinds = [
    [texts.importPlan.toCreate, created, createdRows],
    [texts.importPlan.toChange, changed, changedRows],
    [texts.importPlan.unchanged, matched, matchedRows],
    [texts.importPlan.skipped, refused, refusedRows],
  ] as const;
  return (
    <section aria-label={texts.importPlan.planOfTheImport}>
      {kinds.map(
        ([title, count, { nodes }]) =>
          count > 0 && (
            <div key={title}>
              <h3>
                {title} ({count})
              </h3>
              <ul>
                {nodes.map(({ id, line, kind, name, fields, differences, sameAsLine, reason, code }) => (
                  <li key={id}>
                    <span class="quiet">{texts.importPlan.line(line)}</span> {upperFirst(typeWords(kind))}{' '}
                    <bdi>{name}</bdi>
                    {sameAsLine !== null && texts.importPlan.asInLine(sameAsLine)}
                    {differences.length === 0 && fields.length > 0 && `: ${fields.map(fieldWords).join(', ')}`}
                    {(reason ?? code) !== null && `: ${reason ?? code}`}
                    {differences.map(({ field, part, before, after, isKept }) => (
                      <div class="quiet" key={`${field} ${part} ${after}`}>
                        {fieldWords(field)} {part && <bdi>{part}</bdi>} <bdi>{before ?? texts.importPlan.nothing}</bdi>
                        {isKept ? texts.importPlan.staysNot : ' → '}
                        <bdi>{after ?? texts.importPlan.nothing}</bdi>
                      </div>
                    ))}
                  </li>
                ))}
                {count > nodes.length && <li class="quiet">{texts.importPlan.andMore(count - nodes.length)}</li>}
              </ul>
            </div>
          ),
      )}
      {created + changed === 0 ? (
        <p>{texts.importPlan.thereIsNothing}</p>
      ) : (
        <button type="button" class="main" disabled={isBusy} onClick={apply}>
          {texts.importPlan.import}
        </button>
      )}
    </section>
  );
}
