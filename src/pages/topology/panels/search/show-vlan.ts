// Shows where a VLAN goes: opens the question about it.
import { afterPaint } from '../../../kit/timing';
import type { Page } from '../../page/page';
import { isNarrowWindow } from '../../state/detail';
import { answerIds } from '../questions/answer-ids';
import { bringIntoSight } from '../section';

/** Asks where a VLAN goes, without leaving the view, and moves the focus to the question. */
export function showVlan(page: Page, vlanId: string): void {
  page.store.set({ isSideOpen: true, awaitsDetails: null });
  // In a narrow window there is space for one panel only.
  page.go({ vlanId, ...(isNarrowWindow() && { selected: null }) }, true);
  afterPaint(() => {
    const section = document.getElementById(answerIds.vlan);
    bringIntoSight(section);
    section?.querySelector('summary')?.focus({ preventScroll: true });
  });
}
