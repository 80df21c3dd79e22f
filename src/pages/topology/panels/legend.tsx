// Explains the colors, lines and marks of the current view.
import { useEffect, useState } from 'preact/hooks';
import { dashArray, dashOf, type Dash } from '../../../modules/topology/graph/edge-appearances';
import { parsePortState } from '../../../modules/topology/graph/vocabulary';
import { boxColor, edgeColor } from '../drawing/elements';
import { iconPath } from '../drawing/icons';
import { currentTheme, onThemeChange } from '../drawing/preferences';
import type { Theme } from '../drawing/theme';
import { lineLook } from '../graph/line-looks';
import type { Box, Picture } from '../graph/picture';
import { roleLooks } from '../graph/roles';
import { blockedWords } from '../graph/shown';
import { edgeTypeNames, kindName } from '../graph/texts';
import { usePageState } from './use-page';
import { texts } from './texts';

/** Text, border colour, and border style (solid by default). */
type Meaning = readonly [string, string, ('dashed' | 'double')?];

/** The border of a port shows its state, such as up or down. Only states that occur are explained. */
function portStates({ items }: Picture, theme: Theme): Meaning[] {
  const states = new Set(items.flatMap(({ kind, operStatus }) => (kind === 'Interface' ? [operStatus] : [])));
  return [...states].sort().map((status) => [`port ${parsePortState(status).words}`, theme.statusColor(status)]);
}

const changesOf = ({ marks }: Theme, isSupposed: boolean): readonly Meaning[] => [
  [isSupposed ? texts.legend.supposedAdded : texts.legend.added, marks.added],
  [isSupposed ? texts.legend.supposedRemoved : texts.legend.removed, marks.removed, 'dashed'],
  [isSupposed ? texts.legend.supposedChanged : texts.legend.changed, marks.changed],
];

const foldMeanings = ({ quiet }: Theme): readonly Meaning[] => [
  [texts.legend.foldedTogetherWithWhat, quiet],
  [texts.legend.unfoldedWhatWasFolded, quiet, 'dashed'],
];

const Sample = ({ color, dash, width = 2 }: { color: string; dash: Dash; width?: number }) => (
  <svg width="34" height="12" aria-hidden="true">
    <line x1="1" y1="6" x2="33" y2="6" stroke={color} stroke-width={width} stroke-dasharray={dashArray(dash)} />
  </svg>
);

function Cables({ picture, theme }: { picture: Picture; theme: Theme }) {
  const color = edgeColor(theme, 'PhysicalLink');
  const looks = picture.links.map((link) => lineLook([link], picture));
  const isFast = picture.items.some(({ speedBps }) => (speedBps ?? 0) >= 10e9);
  return (
    <>
      {isFast && (
        <li>
          <Sample color={color} dash="solid" width={4} />
          {texts.legend.thicker10GbitS}
        </li>
      )}
      {looks.some(({ isDown }) => isDown) && (
        <li>
          <Sample color={color} dash="broken" />
          {texts.legend.endOfTheLine}
        </li>
      )}
      {looks.some(({ isFromTables }) => isFromTables) && (
        <li>
          <Sample color={color} dash="dotted" />
          {texts.legend.byAForwardingTable}
        </li>
      )}
    </>
  );
}

/** What tells boxes of one kind apart: the role of a host or the kind of a subnet. */
const detailOf = ({ kind, icon, role }: Box): string => {
  if (role) return `: ${roleLooks[role].name}`;
  return icon && kind === 'Subnet' ? `: ${icon}` : '';
};

export function Legend() {
  const { picture, difference, supposition } = usePageState();
  const [theme, setTheme] = useState(currentTheme);
  useEffect(() => onThemeChange(() => setTheme(currentTheme())), []);
  if (!picture) return null;
  const edges = [...new Map(picture.links.map(({ type, look }) => [type, look]))];
  const boxes = [
    ...new Map(
      picture.boxes.filter(({ kind }) => kind !== 'Fold').map((box) => [`${kindName(box)} ${box.icon}`, box]),
    ).values(),
  ];
  const { marks } = theme;
  const isFolded = picture.boxes.some(({ fold }) => fold);
  const meanings: readonly Meaning[] = [
    ...portStates(picture, theme),
    [texts.legend.closedBoxWithHow, theme.quiet, 'double'],
    ...(isFolded ? foldMeanings(theme) : []),
    [texts.legend.selectedAndAdjacentNodes, marks.near],
    ...(difference ? changesOf(theme, supposition !== undefined) : []),
    [texts.legend.pathAndItsEnds, marks.path],
    ['unreachable', marks.lost],
    ['failed', marks.failed, 'dashed'],
    [texts.legend.rootOfTheReachability, marks.root],
    [texts.legend.singlePointOfFailure, marks.single],
    [texts.legend.carriesTheVlan, marks.vlan],
    [texts.legend.gapLacksTheVlan, marks.gap, 'dashed'],
    [texts.legend.findingOfACheck, marks.finding],
    [texts.legend.lacksEvidence, marks.evidence],
  ];
  return (
    <details>
      <summary>{texts.legend.legend}</summary>
      <ul class="legend">
        {edges.map(([type, look]) => (
          <li key={type}>
            <Sample color={edgeColor(theme, type)} dash={dashOf(look.stroke)} />
            {edgeTypeNames[type]}
          </li>
        ))}
        {picture.links.some(({ isBlocked }) => isBlocked) && (
          <li>
            <Sample color={theme.quiet} dash="blocked" />
            {texts.legend.link(blockedWords)}
          </li>
        )}
        <Cables picture={picture} theme={theme} />
        {boxes.map((box) => (
          <li key={box.id}>
            <svg width="34" height="16" viewBox="-9 0 34 16" aria-hidden="true">
              <path
                d={iconPath(box.icon)}
                fill="none"
                stroke={boxColor(theme, box)}
                stroke-width="1.3"
                stroke-linecap="round"
              />
            </svg>
            {kindName(box)}
            {detailOf(box)}
          </li>
        ))}
        {meanings.map((meaning) => (
          <MarkMeaning key={meaning[0]} meaning={meaning} paper={theme.paper} />
        ))}
      </ul>
    </details>
  );
}

function MarkMeaning({ meaning: [words, color, border], paper }: { meaning: Meaning; paper: string }) {
  return (
    <li>
      <svg width="34" height="16" aria-hidden="true">
        <rect
          x="8"
          y="2"
          width="18"
          height="12"
          rx="3"
          fill="none"
          stroke={color}
          stroke-width={border === 'double' ? 4 : 2.5}
          stroke-dasharray={border === 'dashed' ? '4 2.5' : undefined}
        />
        {border === 'double' && (
          <rect x="8" y="2" width="18" height="12" rx="3" fill="none" stroke={paper} stroke-width="1.4" />
        )}
      </svg>
      {words}
    </li>
  );
}
