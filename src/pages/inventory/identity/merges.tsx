// Lists the hosts that were merged into a host. A button splits a merged host off again.
import { useState } from 'preact/hooks';
import { InventorySplitHostDocument, type InventoryIdentityQuery } from '../../../generated/inventory-operations';
import type { Granted } from '../../kit/ask';
import { ask } from '../../kit/asking';
import { instantWords } from '../../kit/instants/instant-words';
import { Question } from '../../kit/question';
import { useMay } from '../forms/row-actions';
import { refusalText } from '../forms/stored-row';
import { forgetRows } from '../rows/use-rows';
import { countWords } from '../texts';
import { Reasons } from './reasons';
import { texts } from '../page-texts';

type Merge = Granted<InventoryIdentityQuery>['host']['identity']['merges'][number];

interface MergesProps {
  readonly merges: readonly Merge[];
  readonly reload: () => void;
}

export function Merges({ merges, reload }: MergesProps) {
  const may = useMay();
  const [mergeToSplit, setMergeToSplit] = useState<Merge | null>(null);
  const [notice, setNotice] = useState('');
  const split = async ({ mergedHostId }: Merge) => {
    const { splitHost } = await ask(InventorySplitHostDocument, { id: mergedHostId });
    setMergeToSplit(null);
    setNotice(texts.merges.isAHost(splitHost.displayName));
    forgetRows();
    reload();
  };
  return (
    <>
      <div role="status">{notice && <p class="changes-banner">{notice}</p>}</div>
      {merges.length > 0 && (
        <details open>
          <summary>
            {texts.merges.mergedInto} <span class="quiet">{countWords(merges.length)}</span>
          </summary>
          <ul>
            {merges.map((merge) => (
              <li key={merge.mergedHostId}>
                <bdi>{nameOf(merge)}</bdi> <span class="quiet">{instantWords(merge.mergedAt)}</span>{' '}
                {may('splitHost') && (
                  <button
                    type="button"
                    class="plain"
                    aria-haspopup="dialog"
                    aria-label={texts.merges.splitOff(nameOf(merge))}
                    onClick={() => setMergeToSplit(merge)}
                  >
                    {texts.merges.splitOff2}
                  </button>
                )}
                <Reasons reasons={merge.reasons} />
              </li>
            ))}
          </ul>
        </details>
      )}
      {mergeToSplit && (
        <Question
          question={texts.merges.makeAHost(nameOf(mergeToSplit))}
          button={texts.merges.splitOff2}
          isDangerous={false}
          close={() => setMergeToSplit(null)}
          act={() => split(mergeToSplit)}
          wordsFor={refusalText}
        >
          <p>{texts.merges.itGetsBackWhat}</p>
        </Question>
      )}
    </>
  );
}

const nameOf = ({ mergedName, mergedHostId }: Merge): string => mergedName || mergedHostId;
