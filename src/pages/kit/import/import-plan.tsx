// Shows the plan of an import: the rows that it will create, change, leave unchanged and skip. Nothing is written yet.
import type { Plan } from './import-file';

export function ImportPlan({ plan, isBusy, apply }: { plan: Plan; isBusy: boolean; apply: () => void }) {
  const { created, changed, matched, refused, createdRows, changedRows, matchedRows, refusedRows } = plan;
  const kinds = [
    ['To create', created, createdRows],
    ['To change', changed, changedRows],
    ['Unchanged', matched, matchedRows],
    ['Skipped', refused, refusedRows],
  ] as const;
  return (
    <section aria-label="Plan of the import">
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
                    <span class="quiet">line {line}</span> {kind} <bdi>{name}</bdi>
                    {sameAsLine !== null && `, as in line ${sameAsLine}`}
                    {differences.length === 0 && fields.length > 0 && `: ${fields.join(', ')}`}
                    {(reason ?? code) !== null && `: ${reason ?? code}`}
                    {differences.map(({ field, part, before, after, isKept }) => (
                      <div class="quiet" key={`${field} ${part} ${after}`}>
                        {field} {part && <bdi>{part}</bdi>} <bdi>{before ?? 'nothing'}</bdi>
                        {isKept ? ' stays, not ' : ' → '}
                        <bdi>{after ?? 'nothing'}</bdi>
                      </div>
                    ))}
                  </li>
                ))}
                {count > nodes.length && <li class="quiet">and {count - nodes.length} more</li>}
              </ul>
            </div>
          ),
      )}
      {created + changed === 0 ? (
        <p>There is nothing to import.</p>
      ) : (
        <button type="button" disabled={isBusy} onClick={apply}>
          Import
        </button>
      )}
    </section>
  );
}
