// The area with the topology drawing: updates the drawn elements with as few changes as possible, and reports the
// user's actions.
import cytoscape, { type Core, type ElementDefinition } from 'cytoscape';
import type { Surface } from '../state/surface';
import { reportChoices, reportCloseness, reportDragging, type CanvasListener } from './actions';
import type { DrawnElement } from './elements';
import { zoomLimits } from './fit';
import { overlayTitles } from './overview';
import { buildStyles } from './styles';
import { toSvg } from './svg';
import { thicknessAt, type Theme } from './theme';
import { createViewing, enterBox, keepInSight, middleOf, revealNode, type Viewing } from './viewing';

export interface Canvas extends Surface, Omit<Viewing, 'camera' | 'showAtLeast'> {
  show(elements: readonly DrawnElement[], theme: Theme): void;
  /** Repeats a call of `reveal` or `open` that had no effect because its node was not drawn yet. */
  revealPending(): void;
  /** Opens or closes a box. If the box is open, but too small on the screen to show its contents, zooms in instead. */
  open(id: string): void;
  /** Requests that `showRequestedContents` zooms in until all open boxes show their contents. */
  showContents(): void;
  /** Call it once the boxes are drawn open. Returns whether the window shows only a part of the drawing for it. */
  showRequestedContents(): boolean;
  /** Moves a node, or the box that is drawn instead of it, into the drawing area, if a new panel has cut it off. */
  keepInSight(id: string): void;
  /** Sets which nodes are dragged along with a node. */
  setInside(inside: (id: string) => readonly string[]): void;
  readonly core: Core;
  destroy(): void;
}

/**
 * Above this number of nodes, the drawing is moved as an image while the user pans or zooms, because redrawing takes
 * too long.
 */
const manyNodes = 1200;

function createCore(container: HTMLElement, isLarge: boolean): Core {
  // Cytoscape inserts a style element unless an element with this id exists. The content security policy forbids style
  // elements, so the page's style sheet contains the rule.
  const marker = '__________cytoscape_stylesheet';
  if (!document.getElementById(marker))
    document.head.append(Object.assign(document.createElement('meta'), { id: marker }));
  return cytoscape({
    container,
    ...zoomLimits,
    // The layout `preset` uses the positions of the elements, which are already computed.
    layout: { name: 'preset' },
    boxSelectionEnabled: false,
    autounselectify: true,
    textureOnViewport: isLarge,
    hideEdgesOnViewport: false,
    pixelRatio: isLarge ? 1 : 'auto',
  });
}

/** Makes lines and borders thicker at low zoom, so that they stay visible. Returns a getter of the current factor. */
function keepThickness(core: Core): () => number {
  let thickness = thicknessAt(core.zoom());
  core.on('zoom', () => {
    const newThickness = thicknessAt(core.zoom());
    if (newThickness === thickness) return;
    thickness = newThickness;
    core.style().update();
  });
  return () => thickness;
}

export function createCanvas(container: HTMLElement, isLarge: boolean, listener: CanvasListener): Canvas {
  const core = createCore(container, isLarge);
  let theme: Theme | undefined;
  let inside: (id: string) => readonly string[] = () => [];
  const titles = overlayTitles(core, container, () => theme);
  const enter = (id: string): boolean => {
    if (!titles.isCard(id)) return false;
    enterBox(core, id, titles.zoomToOpen(id));
    return true;
  };
  let openedId: string | undefined;
  const open = (id: string): void => {
    if (enter(id)) return;
    openedId = id;
    listener.onOpen(id);
  };
  reportChoices(core, container, titles.drawnAsOne, { ...listener, onOpen: open });
  reportDragging(core, (id) => inside(id), listener);
  const thickness = keepThickness(core);
  const comeCloser = reportCloseness(core, container, () => middleOf(core), listener);
  const viewing = createViewing(core, comeCloser, titles.zoomToShow);

  let isShowingContents = false;
  let pendingRevealId: string | undefined;
  const reveal = (id: string): void => {
    pendingRevealId = revealNode(core, id, titles) ? undefined : id;
  };

  return {
    ...viewing,
    core,
    open,
    reveal,
    show(elements, newTheme) {
      core.batch(() => {
        if (theme?.isDark !== newTheme.isDark) core.style(buildStyles(newTheme, thickness));
        theme = newTheme;
        sync(core, elements);
        titles.keep();
      });
    },
    revealPending() {
      if (openedId !== undefined && core.getElementById(openedId).data('isOpen') === true) {
        enter(openedId);
        openedId = undefined;
      }
      if (pendingRevealId !== undefined && core.getElementById(pendingRevealId).nonempty()) reveal(pendingRevealId);
    },
    showContents: () => void (isShowingContents = true),
    showRequestedContents() {
      const isRequested = isShowingContents;
      isShowingContents = false;
      return isRequested && viewing.showAtLeast(titles.zoomToOpenAll());
    },
    keepInSight: (id) => keepInSight(core, titles.drawnFor(id)),
    setInside: (newInside) => void (inside = newInside),
    svg: (caption, part) => (theme ? toSvg(core, titles.paintAll, theme, caption, part) : ''),
    destroy() {
      titles.remove();
      core.destroy();
    },
  };
}

export const isLargeDrawing = (nodes: number): boolean => nodes > manyNodes;

const isSame = (one: unknown, other: unknown): boolean =>
  one === other || (Array.isArray(one) && Array.isArray(other) && JSON.stringify(one) === JSON.stringify(other));

/** Makes the drawing consist of `elements`. Adds, changes and removes only elements that differ. */
function sync(core: Core, elements: readonly DrawnElement[]): void {
  const ids = new Set(elements.map(({ data }) => data.id));
  core
    .elements()
    .filter((element) => !ids.has(element.id()))
    .remove();
  const added: ElementDefinition[] = [];
  for (const element of elements) {
    const drawnElement = core.getElementById(element.data.id);
    const isMoved =
      drawnElement.nonempty() &&
      drawnElement.isEdge() &&
      (drawnElement.data('source') !== element.data.source || drawnElement.data('target') !== element.data.target);
    if (isMoved) drawnElement.remove();
    if (drawnElement.empty() || isMoved) {
      added.push({ ...element, data: { ...element.data } });
      continue;
    }
    const changed = Object.entries(element.data).filter(([name, value]) => !isSame(drawnElement.data(name), value));
    if (changed.length > 0) drawnElement.data(Object.fromEntries(changed));
    if ((drawnElement.scratch('classes') ?? '') !== element.classes) drawnElement.classes(element.classes);
    if (element.position) {
      const { x, y } = drawnElement.position();
      if (x !== element.position.x || y !== element.position.y) drawnElement.position({ ...element.position });
    }
    drawnElement.scratch('classes', element.classes);
  }
  core.add(added);
  for (const { data, classes } of added) core.getElementById(data.id!).scratch('classes', classes as string);
}
