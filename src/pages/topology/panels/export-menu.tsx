// Exports the drawn picture as SVG, PNG or PDF, and the whole graph of the view in the formats of the service.
import { useRef, useState } from 'preact/hooks';
import { PageExportDocument, type GraphExportFormat } from '../../../generated/page-operations';
import { ask } from '../../kit/ask-as-of';
import { instantWords } from '../../kit/instants/instant-words';
import { printPicture } from '../drawing/print';
import { toPng } from '../drawing/png';
import { viewNames } from '../graph/texts';
import type { Page } from '../page/page';
import { currentTopology } from '../state/store';
import type { CaptionTexts, DrawnPart } from '../state/surface';
import { usePage } from './use-page';
import { texts } from './texts';

const formats: readonly (readonly [GraphExportFormat, string, string])[] = [
  ['Svg', texts.exportMenu.svgWithLegend, 'svg'],
  ['Drawio', texts.exportMenu.drawIoDiagram, 'drawio'],
  ['Mermaid', texts.exportMenu.mermaid, 'mmd'],
  ['Dot', texts.exportMenu.graphvizDot, 'dot'],
  ['Graphml', 'GraphML', 'graphml'],
  ['Cytoscape', texts.exportMenu.cytoscapeJson, 'json'],
  ['Csv', texts.exportMenu.csvOfTheEdges, 'csv'],
  ['Confluence', texts.exportMenu.confluenceMarkup, 'txt'],
];

/** Visitors of a share can only save what is drawn: exporting the whole graph needs the API, which they may not use. */
export function ExportMenu({ isOfVisitor = false }: { isOfVisitor?: boolean }) {
  const page = usePage();
  const menu = useRef<HTMLDetailsElement>(null);
  const [part, setPart] = useState<DrawnPart>('whole');
  const run = (work: (page: Page) => Promise<void>) => () => {
    menu.current?.removeAttribute('open');
    work(page).catch((error: unknown) => page.notice(texts.exportMenu.exportFailed(page.wordsFor(error))));
  };
  return (
    <details
      class="menu"
      ref={menu}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !menu.current?.open) return;
        event.preventDefault();
        menu.current.removeAttribute('open');
        menu.current.querySelector('summary')?.focus();
      }}
    >
      <summary class="plain">{texts.exportMenu.export}</summary>
      <div class="choices">
        <p class="quiet">{texts.exportMenu.theDrawing}</p>
        <label class="check">
          <input
            type="checkbox"
            checked={part === 'window'}
            onChange={({ currentTarget }) => setPart(currentTarget.checked ? 'window' : 'whole')}
          />
          {texts.exportMenu.onlyTheWindow}
        </label>
        <button type="button" class="plain" onClick={run((one) => saveSvg(one, part))}>
          {texts.exportMenu.svg}
        </button>
        <button type="button" class="plain" onClick={run((one) => savePng(one, part))}>
          {texts.exportMenu.png}
        </button>
        <button
          type="button"
          class="plain"
          title={texts.exportMenu.printsTheDrawing}
          onClick={run((one) => savePdf(one, part))}
        >
          {texts.exportMenu.pdfPrint}
        </button>
        {!isOfVisitor && <p class="quiet">{texts.exportMenu.wholeView}</p>}
        {(isOfVisitor ? [] : formats).map(([format, name, ending]) => (
          <button type="button" class="plain" key={format} onClick={run((one) => saveText(one, format, ending))}>
            {name}
          </button>
        ))}
      </div>
    </details>
  );
}

function nameOf(page: Page, more: readonly (string | null)[]): string {
  const { state } = page.store;
  const network = currentTopology(state)?.network.name ?? 'network';
  const words = [network, state.place.view, page.scene().at?.slice(0, 19), ...more].filter(Boolean);
  return words
    .join(' ')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-');
}

function save(page: Page, content: Blob, ending: string, more: readonly (string | null)[] = []): void {
  const name = nameOf(page, more);
  const url = URL.createObjectURL(content);
  Object.assign(document.createElement('a'), { href: url, download: `${name}.${ending}` }).click();
  // After 60 s, the browser has started to read the file.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
  page.notice(`Saved ${name}.${ending}`);
}

/** What the name of the file of a picture says besides network, view and instant. */
function wordsOfPicture({ store }: Page, part: DrawnPart): string[] {
  const { since } = store.state.place;
  return [...(since === null ? [] : [`since ${since.slice(0, 19)}`]), ...(part === 'window' ? ['part'] : [])];
}

const isEmpty = ({ store }: Page): boolean => store.state.drawing?.tree.parentOf.size === 0;
const emptyWords = texts.exportMenu.nothingIsDrawnSo;

/** The caption of the drawn picture: network and view, and the instant that is shown. */
function captionOf(page: Page): CaptionTexts {
  const { state } = page.store;
  const row = currentTopology(state);
  const { at } = page.scene();
  const { since, view } = state.place;
  return {
    title: texts.exportMenu.captionTitle(row?.network.name ?? '', viewNames[view]),
    subtitle: texts.exportMenu.captionTime(
      instantWords(at ?? new Date().toISOString()),
      since === null ? null : instantWords(since),
    ),
    markWords: texts.exportMenu.markWords,
  };
}

function drawingOf(page: Page, part: DrawnPart): string {
  const drawing = isEmpty(page) ? '' : (page.surface?.svg(captionOf(page), part) ?? '');
  if (drawing === '') page.notice(emptyWords);
  return drawing;
}

async function saveSvg(page: Page, part: DrawnPart): Promise<void> {
  const drawing = drawingOf(page, part);
  if (drawing) save(page, new Blob([drawing], { type: 'image/svg+xml' }), 'svg', wordsOfPicture(page, part));
}

async function savePdf(page: Page, part: DrawnPart): Promise<void> {
  const drawing = drawingOf(page, part);
  if (drawing) printPicture(drawing, nameOf(page, wordsOfPicture(page, part)));
}

async function savePng(page: Page, part: DrawnPart): Promise<void> {
  const drawing = drawingOf(page, part);
  if (drawing) save(page, await toPng(drawing), 'png', wordsOfPicture(page, part));
}

async function saveText(page: Page, format: GraphExportFormat, ending: string): Promise<void> {
  const { graph, at } = page.scene();
  const { topology } = await ask(PageExportDocument, { ...graph, format }, { at });
  save(page, new Blob([topology.graph.export], { type: 'text/plain' }), ending, [format === 'Svg' ? 'legend' : null]);
}
