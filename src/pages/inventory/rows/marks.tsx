// Signs and classes that mark rows as added, removed or changed.
import type { ChangeType } from '../../../generated/inventory-operations';

const signs: Readonly<Record<ChangeType, string>> = { Added: '+', Removed: '−', Changed: '~' };
export const markClass = (type: ChangeType): string => `change is-${type.toLowerCase()}`;

export function ChangeSign({ type }: { type: ChangeType }) {
  return (
    <span class="sign" title={type}>
      <span aria-hidden="true">{signs[type]}</span>
      <span class="unseen">{type}</span>{' '}
    </span>
  );
}
