// Cytoscape styles of boxes, items (nodes without contents) and lines. Properties that differ between elements are read
// from the element's data.
import type { EdgeSingular, StylesheetJson } from 'cytoscape';
import { dashPatterns, type Dash } from '../../../modules/topology/graph/edge-appearances';
import { pictureFont } from '../../../modules/topology/graph/render/text-size';
import { borderOpacity, fillOf, lineOpacity, type Theme } from './theme';

export const boxFontSize = 12.5;
export const itemFontSize = 11;
/** Smallest readable font size in pixels. Names that would be smaller are painted above the drawing in this size. */
export const leastFontSize = 11;
const mostBordered = 14;
/** Classes of lines with an arrow at their target or source. */
export const arrowClasses = { toTarget: 'to-target', toSource: 'to-source' };

/** Cytoscape's types do not allow all styles that depend on the element, hence the cast. */
const untyped = (style: unknown) => style as never;
const fromData = (field: string) => untyped(`data(${field})`);

/** Builds the style sheet. `thickness` returns by which factor lines and borders are thicker at the current zoom. */
// eslint-disable-next-line max-lines-per-function -- a table of styles
export function buildStyles(theme: Theme, thickness: () => number): StylesheetJson {
  const fill = fillOf(theme);
  /** Limits the thickness of borders, so that small nodes do not consist of borders only. */
  const bordered = (width: number) => () => width * Math.min(thickness(), mostBordered);
  /** Cytoscape's own patterns have a fixed size in the drawing, so that zoomed out, dotted lines look solid. */
  const dashed = (dashOf: (edge: EdgeSingular) => Dash) => ({
    'line-style': (edge: EdgeSingular) => (dashOf(edge) === 'solid' ? ('solid' as const) : ('dashed' as const)),
    'line-dash-pattern': untyped((edge: EdgeSingular) => {
      const dash = dashOf(edge);
      return (dash === 'solid' ? dashPatterns.dashed : dashPatterns[dash]).map((length) => length * thickness());
    }),
  });
  return [
    {
      selector: 'node',
      style: {
        shape: 'round-rectangle',
        width: 'data(width)',
        height: 'data(height)',
        label: 'data(label)',
        color: theme.ink,
        'font-family': pictureFont,
        'font-size': itemFontSize,
        'min-zoomed-font-size': leastFontSize,
        'text-wrap': 'wrap',
        'z-index-compare': 'manual',
        'overlay-opacity': 0,
      },
    },
    {
      selector: 'node[shape = "box"]',
      style: {
        'z-index': fromData('depth'),
        'background-color': 'data(color)',
        'background-opacity': fill.open,
        'border-width': bordered(1.25),
        'border-color': 'data(color)',
        'border-opacity': borderOpacity,
        'corner-radius': fromData('corner'),
        'text-valign': 'top',
        'text-halign': 'center',
        'text-margin-y': 24,
        'text-margin-x': 8,
        'font-size': boxFontSize,
        'font-weight': 600,
        'background-image': 'data(icon)',
        'background-width': 16,
        'background-height': 16,
        'background-position-x': '10px',
        'background-position-y': '10px',
        'background-image-opacity': 1,
        'background-clip': 'none',
      },
    },
    // While names are painted on a canvas above the drawing, Cytoscape's icons are switched off, because loading an
    // icon makes Cytoscape compute the style of its box twice.
    { selector: 'node.named-over', style: { 'text-opacity': 0, 'background-image': 'none' } },
    {
      selector: 'node[shape = "box"][?isClosed]',
      // Closed boxes are above lines. Otherwise, the pointer would hit a line that ends at the box instead of the box.
      style: {
        'z-index': 30,
        'border-style': 'double',
        'border-width': bordered(3),
        'background-opacity': fill.closed,
      },
    },
    // A closed fold is drawn as two rectangles, one behind the other.
    {
      selector: 'node[?isFold][?isClosed]',
      style: {
        'text-valign': 'center',
        'text-margin-y': 0,
        'border-style': 'solid',
        'border-width': bordered(1.5),
        'border-opacity': 1,
        'background-color': theme.paper,
        'background-opacity': 1,
        ghost: 'yes',
        'ghost-offset-x': 4,
        'ghost-offset-y': 4,
        'ghost-opacity': 0.45,
      },
    },
    {
      selector: 'node[?isFold][!isClosed]',
      style: { 'border-style': 'dashed', 'background-opacity': theme.isDark ? 0.07 : 0.04 },
    },
    // A card: a box that is too small to show its contents. It is opaque and above the lines, so that lines to nodes
    // inside the box seem to end at its border.
    {
      selector: 'node.card',
      style: {
        'z-index': 30,
        'background-color': 'data(cardColor)',
        'background-opacity': 1,
        'border-width': () => 1.5 * thickness(),
        'border-opacity': 1,
      },
    },
    {
      selector: 'node[shape = "item"]',
      style: {
        'z-index': 30,
        'background-color': theme.paper,
        'border-width': bordered(1),
        'border-color': 'data(color)',
        'corner-radius': '5',
        'text-valign': 'center',
        'text-halign': 'center',
        'line-height': 1.2,
      },
    },
    {
      selector: 'edge',
      style: {
        'curve-style': 'straight',
        width: (edge: EdgeSingular) => (edge.data('weight') as number) * thickness(),
        'line-color': 'data(color)',
        ...dashed((edge) => edge.data('dash') as Dash),
        'target-arrow-color': 'data(color)',
        'source-arrow-color': 'data(color)',
        'arrow-scale': 0.9,
        'z-index-compare': 'manual',
        'z-index': 20,
        'font-family': pictureFont,
        'font-size': 11,
        'min-zoomed-font-size': leastFontSize,
        color: theme.quiet,
        'text-background-color': theme.ground,
        'text-background-opacity': 0.85,
        'text-background-padding': '2',
        opacity: lineOpacity,
        'overlay-opacity': 0,
      },
    },
    {
      selector: 'edge[routing != "none"]',
      style: {
        'source-endpoint': (edge: EdgeSingular) => edge.data('sourceEnd') as string,
        'target-endpoint': (edge: EdgeSingular) => edge.data('targetEnd') as string,
      },
    },
    {
      selector: 'edge[routing = "bent"]',
      style: {
        'curve-style': 'round-segments',
        'segment-radii': [6],
        // Cytoscape accepts the value `endpoints`, but its types do not declare it yet.
        'edge-distances': 'endpoints' as 'intersection',
        'segment-weights': (edge: EdgeSingular) => edge.data('weights') as number[],
        'segment-distances': (edge: EdgeSingular) => edge.data('distances') as number[],
      },
    },
    { selector: `edge.${arrowClasses.toTarget}`, style: { 'target-arrow-shape': 'triangle' } },
    { selector: `edge.${arrowClasses.toSource}`, style: { 'source-arrow-shape': 'triangle' } },
    { selector: 'edge[?showsLabel]', style: { label: 'data(label)' } },
    { selector: 'edge.named-over', style: { 'text-opacity': 0 } },
    { selector: '.faded', style: { opacity: 0.22 } },
    { selector: 'node[shape = "box"].faded', style: { opacity: 0.4 } },
    { selector: 'edge.faded', style: { opacity: 0.1, 'text-opacity': 0 } },
    {
      selector: 'node.marked',
      style: { 'border-color': 'data(markColor)', 'border-width': bordered(3), 'border-opacity': 1 },
    },
    {
      selector: 'edge.marked',
      style: {
        'line-color': 'data(markColor)',
        'target-arrow-color': 'data(markColor)',
        'source-arrow-color': 'data(markColor)',
        width: (edge: EdgeSingular) => Math.max(3, edge.data('weight') as number) * thickness(),
        opacity: 1,
        label: 'data(label)',
        'z-index': 25,
      },
    },
    {
      selector: 'edge.selected',
      style: {
        'underlay-color': theme.accent,
        'underlay-opacity': 0.35,
        'underlay-padding': () => 5 * thickness(),
        opacity: 1,
        label: 'data(label)',
        'z-index': 26,
      },
    },
    {
      selector: '.lost, .failed, node.finding',
      style: { 'background-color': theme.marks.lost, 'background-opacity': theme.isDark ? 0.4 : 0.22 },
    },
    {
      selector: 'node.added, node.removed, node.changed',
      style: { 'background-color': 'data(markColor)', 'background-opacity': theme.isDark ? 0.28 : 0.16 },
    },
    { selector: 'node.removed', style: { 'border-style': 'dashed' } },
    { selector: 'node.failed, node.gap', style: { 'border-style': 'dashed' } },
    { selector: 'edge.removed, edge.gap', style: dashed(() => 'dashed') },
    { selector: '.within', style: { visibility: 'hidden' } },
    {
      selector: 'node.selected',
      style: {
        'outline-width': bordered(3),
        'outline-color': theme.accent,
        'outline-offset': 3,
        'border-width': bordered(2),
      },
    },
  ];
}
