// What colours, lines and marks mean in the view that is open.
import { useEffect, useState } from 'preact/hooks';
import { boxColor, edgeColor } from '../drawing/elements';
import { iconPath } from '../drawing/icons';
import { currentTheme, onThemeChange } from '../drawing/theme';
import { edgeTypeNames, kindName } from '../graph/texts';
import { usePageState } from './use-page';

const dashes = { Solid: undefined, Dashed: '6 4', Dotted: '2 3' };

export function Legend() {
  const { picture, difference } = usePageState();
  const [theme, setTheme] = useState(currentTheme);
  useEffect(() => onThemeChange(() => setTheme(currentTheme())), []);
  if (!picture) return null;
  const edges = [...new Map(picture.links.map(({ type, look }) => [type, look]))];
  const boxes = [...new Map(picture.boxes.map((box) => [`${kindName(box)} ${box.icon}`, box])).values()];
  const { marks } = theme;
  const changes = [
    ['+ added', marks.added],
    ['− removed (dashed)', marks.removed],
    ['~ changed', marks.changed],
  ] as const;
  const meanings = [
    ...(difference ? changes : []),
    ['path, and its ends', marks.path],
    ['unreachable, or failed (dashed)', marks.lost],
    ['root that one looks from', marks.root],
    ['single point of failure', marks.single],
    ['carries the VLAN', marks.vlan],
    ['gap: lacks the VLAN (dashed)', marks.gap],
  ] as const;
  return (
    <details>
      <summary>Legend</summary>
      <ul class="legend">
        {edges.map(([type, look]) => (
          <li key={type}>
            <svg width="34" height="12" aria-hidden="true">
              <line
                x1="1"
                y1="6"
                x2="33"
                y2="6"
                stroke={edgeColor(theme, type)}
                stroke-width="2"
                stroke-dasharray={dashes[look.stroke]}
              />
            </svg>
            {edgeTypeNames[type]}
          </li>
        ))}
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
            {box.icon && box.kind === 'Subnet' ? `: ${box.icon}` : ''}
          </li>
        ))}
        {meanings.map(([words, color]) => (
          <li key={words}>
            <svg width="34" height="14" aria-hidden="true">
              <rect x="8" y="1" width="18" height="12" rx="3" fill="none" stroke={color} stroke-width="3" />
            </svg>
            {words}
          </li>
        ))}
      </ul>
    </details>
  );
}
