// Shows a port in the physical view, the only view that draws ports.
import type { Page } from '../../page/page';
import { withoutQuestions } from '../../state/place';

/** Selects the port and moves the view to it. If the port is not drawn, the details panel says why. */
export function showPort(page: Page, id: string): void {
  const isPhysical = page.store.state.place.view === 'L2Physical';
  page.go({ ...(!isPhysical && { ...withoutQuestions, view: 'L2Physical' }), selected: id }, !isPhysical);
  page.show(id);
}
