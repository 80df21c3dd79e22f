// Shows the warnings of a run grouped by cause, each cause with advice on how to remove it.
import type { DiscoveryPageWarningsFragment } from '../../../generated/discovery-page-operations';
import { causes } from './warning-causes';
import { texts } from '../page-texts';

const mostListed = 20;

export type WarningGroups = readonly DiscoveryPageWarningsFragment[];

export const countWarnings = (groups: WarningGroups): number =>
  groups.reduce((sum, { texts: warnings }) => sum + warnings.length, 0);

export function Warnings({ groups }: { readonly groups: WarningGroups }) {
  if (groups.length === 0) return null;
  return (
    <ul class="warnings" aria-label={texts.warnings.warnings}>
      {groups.map(({ code, texts: warnings }) => (
        <li key={code}>
          <strong>{causes[code].title}</strong>
          {causes[code].remedy && <p>{causes[code].remedy}</p>}
          <ul>
            {warnings.slice(0, mostListed).map((text) => (
              <li key={text} class="quiet">
                <bdi>{text}</bdi>
              </li>
            ))}
          </ul>
          {warnings.length > mostListed && <p class="quiet">{texts.warnings.andMore(warnings.length - mostListed)}</p>}
        </li>
      ))}
    </ul>
  );
}
