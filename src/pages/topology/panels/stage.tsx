// The picture: the drawing surface with its buttons and minimap, controlled by pointer or keyboard.
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { TopologyView } from '../../../generated/page-operations';
import type { HoveredLine } from '../drawing/actions';
import { createCanvas, isLargeDrawing, type Canvas } from '../drawing/canvas';
import { buildElements } from '../drawing/elements';
import { keyAction, nextNode } from '../drawing/keys';
import { afterPaint } from '../../kit/timing';
import { currentTheme, onThemeChange } from '../drawing/preferences';
import { withPathSteps } from '../drawing/path-steps';
import type { Theme } from '../drawing/theme';
import { findSelectedLinks, hintOfLines } from '../graph/lines';
import { fullNameOf, kindName } from '../graph/texts';
import { draggedPlaces, listContents } from '../layout/drag';
import { findBounds } from '../layout/tree';
import { cameraInAddress } from '../state/address-parts';
import { isNarrowWindow } from '../state/detail';
import { keepCamera, keptCamera } from '../state/kept-session';
import type { Mark, Marks } from '../marks/marks';
import { mostLines, sceneKeyOf } from '../state/place';
import type { Page } from '../page/page';
import { currentTopology, isPast, type Drawn, type State } from '../state/store';
import { closeDetails, useEscape } from './details/closing';
import { Guide } from './guide';
import { LineHint } from './line/line-hint';
import { Minimap } from './minimap';
import { Tools, changeZoom, type VisitorTools } from './stage-tools';
import { useMarks } from './use-marks';
import { usePage, usePageState } from './use-page';
import { findOpenView } from '../state/saved-view-place';
import type { Camera } from '../state/surface';
import { texts } from './texts';

const panStep = 120;
/**
 * Milliseconds of rest after which the viewport is written into the URL. After a change of the window's size, the same
 * delay precedes a new layout.
 */
const restMs = 300;

/** Says from which data each view is drawn. */
const sourcesOf: Readonly<Record<TopologyView, string>> = {
  L2Physical: texts.stage.cablesComeFromLldp,
  L3Logical: texts.stage.subnetsComeFrom,
  Workloads: texts.stage.servicesAndVirtualMachines,
  Application: texts.stage.applicationsAreTags,
};

export function Stage({ visitor }: { visitor?: VisitorTools }) {
  const page = usePage();
  const state = usePageState();
  const { drawing, place, options, hasRows } = state;
  const surface: SurfaceRefs = {
    ...{ container: useRef<HTMLDivElement>(null), fitted: useRef(''), framed: useRef('') },
  };
  const [theme, setTheme] = useState(currentTheme);
  const [viewport, setViewport] = useState(0);
  const [hovered, setHovered] = useState<HoveredLine | null>(null);
  const isLarge = isLargeDrawing((drawing?.visible.boxes.length ?? 0) + (drawing?.visible.items.length ?? 0));

  useEffect(() => onThemeChange(() => setTheme(currentTheme())), []);
  const canvas = useCanvas(surface, isLarge, setHovered, () => setViewport((count) => count + 1));

  const marks = useMarks(state, isLarge);
  const drawingWithSteps = useMemo(() => drawing && marks && withPathSteps(drawing, marks.steps), [drawing, marks]);
  useEscape(page);
  usePainting(surface, canvas, { drawing: drawingWithSteps, marks, theme, isLarge, selected: place.selected });
  useFraming(surface, canvas, marks);
  // The panel with the details takes a part of the drawing area, and may cut off the node that the user has clicked.
  const shownDetails = place.selected ?? marks?.selectedLine;
  useEffect(() => {
    if (shownDetails !== undefined) canvas?.keepInSight(shownDetails);
  }, [shownDetails !== undefined]);

  const networkId = currentTopology(state)?.networkId;
  const fillAddress = visitor || networkId === undefined ? undefined : `/discovery/${networkId}/fill`;
  return (
    <section class="stage" aria-label={texts.stage.picture}>
      <Tools page={page} canvas={canvas} visitor={visitor} />
      <div
        ref={surface.container}
        id="canvas"
        class="canvas __________cytoscape_container"
        role="application"
        tabIndex={0}
        aria-label={texts.stage.networkGraphArrowKeys}
        aria-describedby="spoken"
        aria-busy={state.isLoading || state.isArranging || !drawing}
        data-version={state.version}
        onKeyDown={(event) => canvas && drawing && handleKey(event, page, canvas, drawing)}
      />
      <p id="spoken" class="unseen" aria-live="polite">
        {selectionInWords(state)}
      </p>
      {drawing &&
        drawing.tree.parentOf.size === 0 &&
        (hasRows || isPast(state) ? (
          <p class="empty">
            {texts.stage.nothingToDraw(sourcesOf[place.view])}{' '}
            {fillAddress && (
              <>
                <a href={fillAddress}>{texts.stage.fillThisNetwork}</a>.{' '}
              </>
            )}
            {texts.stage.anotherViewOrFewer}
          </p>
        ) : (
          <Guide />
        ))}
      <LineHint
        {...{ hovered, area: surface.container, selectedLine: marks?.selectedLine }}
        dismiss={() => setHovered(null)}
      />
      {drawing && canvas && options?.local.showMinimap && (
        <Minimap
          drawing={drawing}
          marks={marks}
          selected={place.selected}
          canvas={canvas}
          theme={theme}
          viewport={viewport}
        />
      )}
    </section>
  );
}

interface SurfaceRefs {
  readonly container: { current: HTMLDivElement | null };
  readonly fitted: { current: string };
  readonly framed: { current: string };
}

function useCanvas(
  { container, fitted, framed }: SurfaceRefs,
  isLarge: boolean,
  onHoverLine: (hovered: HoveredLine | null) => void,
  onViewport: () => void,
): Canvas | undefined {
  const page = usePage();
  const [canvas, setCanvas] = useState<Canvas>();
  const resting = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    const newCanvas = createCanvas(container.current!, isLarge, {
      onSelect: (id) => page.go({ selected: id }),
      onSelectLines(ids) {
        const lines = page.store.state.drawing?.visible.lines ?? [];
        // A line that stands for no link has no details.
        page.go(findSelectedLinks(lines, ids) ? { lines: ids.slice(0, mostLines) } : { selected: null });
      },
      onOpen: (id) => page.toggle(id),
      onCloser: (id) => page.toggle(id),
      onHoverLine,
      onDragged: (id, by) => {
        const now = page.store.state.drawing;
        if (now) page.move(draggedPlaces(now.tree, now.places, id, by));
      },
      onViewport() {
        onViewport();
        const { drawing, place } = page.store.state;
        if (drawing && place.savedId === null && !newCanvas.core.destroyed())
          keepCamera(drawing.layoutKey, newCanvas.camera());
        clearTimeout(resting.current);
        resting.current = setTimeout(() => {
          const now = page.store.state;
          // For a moment after switching views, the canvas still shows the old view, whose viewport must not get into
          // the new URL.
          const isCurrent = now.painted !== '' && now.drawing?.sceneKey === sceneKeyOf(now.place);
          if (isCurrent && !newCanvas.core.destroyed()) page.note({ camera: newCanvas.camera() });
        }, restMs);
      },
    });
    fitted.current = framed.current = '';
    page.store.set({ painted: '' });
    setCanvas(newCanvas);
    page.attach(newCanvas);
    return () => {
      clearTimeout(resting.current);
      page.attach(undefined);
      newCanvas.destroy();
    };
  }, [isLarge]);

  useEffect(() => {
    let timer = 0;
    const refit = () => {
      clearTimeout(timer);
      const isCramped = canvas?.refit() && page.store.state.moves === 0 && !findOpenView(page.store.state);
      // Resizing a window triggers many events. Lay out again only after the last one.
      if (page.store.state.isNarrow !== isNarrowWindow()) timer = window.setTimeout(page.followWidth, restMs);
      else if (isCramped) timer = window.setTimeout(() => void page.layOutAgain(), restMs);
    };
    addEventListener('resize', refit);
    return () => {
      clearTimeout(timer);
      removeEventListener('resize', refit);
    };
  }, [canvas]);

  // If only the height changes, a message or a row of the time bar above the drawing has appeared or disappeared: fit
  // the drawing again. If the width changes too, a panel beside the drawing has opened or closed, and the zoom stays.
  useEffect(() => {
    if (!canvas) return undefined;
    const area = container.current!;
    let { clientWidth: width, clientHeight: height } = area;
    const observer = new ResizeObserver(() => {
      const isHigherOrLower = area.clientWidth === width && area.clientHeight !== height;
      ({ clientWidth: width, clientHeight: height } = area);
      if (isHigherOrLower && height > 0 && !canvas.core.destroyed()) canvas.refit();
    });
    observer.observe(area);
    return () => observer.disconnect();
  }, [canvas]);
  return canvas;
}

interface Painted extends Pick<State, 'drawing'> {
  readonly marks: Marks | undefined;
  readonly theme: Theme;
  readonly isLarge: boolean;
  readonly selected: string | null;
}

function usePainting(
  { container, fitted }: SurfaceRefs,
  canvas: Canvas | undefined,
  { drawing, marks, theme, isLarge, selected }: Painted,
): void {
  const page = usePage();
  // A layout effect changes drawing and status line in the same frame.
  useLayoutEffect(() => {
    if (!canvas || canvas.core.destroyed() || !drawing || !marks) return undefined;
    const put = () => {
      canvas.setInside((id) => listContents(drawing.tree, id));
      const scene = `${drawing.layoutKey} ${drawing.arrangement}`;
      const isFirst = fitted.current === '';
      const bounds = isFirst && findBounds(drawing.rectangles.values());
      canvas.setReading(drawing.reading);
      if (bounds) canvas.begin(bounds);
      canvas.show(buildElements(drawing, marks, selected, theme), theme);
      // Lets tests wait until this topology and view are drawn.
      container.current!.dataset.drawn = drawing.sceneKey;
      // The first viewport: from the URL, from the saved view, or as the user left this tab; otherwise the whole
      // drawing or, in a small window, a readable part.
      const view = findOpenView(page.store.state);
      const storedCamera = isFirst && !view ? keptCamera(drawing.layoutKey) : undefined;
      const requestedCamera = cameraInAddress(location.search) ?? view?.state.camera ?? storedCamera;
      // If the same graph was laid out again, nodes have moved, so a stored viewport would show something else.
      const isSameScene = fitted.current.startsWith(`${drawing.layoutKey} `);
      const camera = isSameScene ? undefined : requestedCamera;
      if (camera && showsSome(camera, canvas, drawing)) canvas.look(camera);
      else if (!isFirst && fitted.current !== scene) canvas.showFirst();
      const { isLoading, isArranging } = page.store.state;
      if (!isLoading && !isArranging && canvas.showRequestedContents()) page.notice(texts.stage.boxesAreOpen);
      canvas.revealPending();
      if (isFirst && selected) page.reveal(selected);
      // After an empty drawing, the first nodes get a viewport that fits them, as if the graph were shown for the first
      // time.
      fitted.current = drawing.tree.parentOf.size === 0 ? '' : scene;
    };
    if (page.store.state.painted === drawing.sceneKey) return put();
    const paint = () => {
      put();
      giveUp = afterPaint(() => page.store.set({ painted: drawing.sceneKey }));
    };
    let giveUp: () => void = () => undefined;
    // Drawing a large topology blocks the browser, so let it paint the notice first.
    if (isLarge) giveUp = afterPaint(paint);
    else paint();
    return () => giveUp();
  }, [canvas, drawing, marks, theme]);
}

/** A stored viewport may show nothing if nodes were laid out for another window since. */
function showsSome({ x, y, zoom }: Camera, { core }: Canvas, { rectangles }: Drawn): boolean {
  const [aside, above] = [core.width() / zoom / 2, core.height() / zoom / 2];
  return [...rectangles.values()].some(
    (node) =>
      node.x < x + aside && node.x + node.width > x - aside && node.y < y + above && node.y + node.height > y - above,
  );
}

function useFraming({ container, framed }: SurfaceRefs, canvas: Canvas | undefined, marks: Marks | undefined): void {
  const { isLoading, segmentIndex } = usePageState();
  // Shows the nodes that the answer to a question is about, such as a path, once they are drawn. Without an answer,
  // returns to the starting view.
  useEffect(() => {
    if (!canvas || canvas.core.destroyed() || !marks || isLoading) return;
    const ids = askedAbout(marks, segmentIndex === null ? framing : [...framing, 'vlan']);
    const name = [...ids].sort().join(' ');
    if (name === framed.current) return;
    if (ids.size === 0) canvas.showFirst();
    else if (!canvas.frame(ids)) return;
    framed.current = name;
    container.current!.dataset.framed = String(ids.size);
  }, [canvas, marks, isLoading]);
}

function handleKey(event: KeyboardEvent, page: Page, canvas: Canvas, drawing: Drawn): void {
  const action = keyAction(event);
  if (!action) return;
  event.preventDefault();
  const { selected } = page.store.state.place;
  if (action.kind === 'zoom') changeZoom(canvas, action.isIn);
  else if (action.kind === 'fit') canvas.fit();
  else if (action.kind === 'pan') canvas.panBy({ x: action.x * panStep, y: action.y * panStep });
  else if (action.kind === 'toggle') {
    if (selected) canvas.open(selected);
  } else if (action.kind === 'drop') closeDetails(page);
  else if (action.kind === 'foldBack') page.foldBack();
  else {
    const next = nextNode(drawing, selected, action);
    if (next === undefined) {
      if (action.kind === 'into' && selected !== null && drawing.visible.isClosed.has(selected)) canvas.open(selected);
      return;
    }
    page.go({ selected: next });
    canvas.reveal(next);
  }
}

const framing: readonly Mark[] = ['path', 'end', 'root', 'failed', 'lost'];
/** The nodes that answers are about: those on a path, failing ones, those that a failure cuts off, a chosen segment. */
const askedAbout = ({ nodes }: Marks, framedMarks: readonly Mark[]): ReadonlySet<string> =>
  new Set([...nodes].flatMap(([id, mark]) => (framedMarks.includes(mark) ? [id] : [])));

function selectionInWords({ picture, drawing, place }: State): string {
  const node = place.selected === null ? undefined : picture?.nodes.get(place.selected);
  if (node) return `${fullNameOf(node)}, ${kindName(node)}`;
  const lines = picture && drawing && place.lines.length > 0 ? hintOfLines(place.lines, drawing.visible, picture) : '';
  return lines || texts.stage.nothingSelected;
}
