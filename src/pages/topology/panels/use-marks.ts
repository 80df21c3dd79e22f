// Computes the highlights of the drawing, and again only if something that they depend on changes.
import { useMemo } from 'preact/hooks';
import { computeMarks } from '../marks/compute-marks';
import type { Marks } from '../marks/marks';
import type { State } from '../state/store';

export function useMarks(state: State, isLarge: boolean): Marks | undefined {
  const { drawing, picture } = state;
  const vlanSubnetIds = subnetsOfVlan(state);
  return useMemo(
    () =>
      drawing &&
      picture &&
      computeMarks({
        ...state,
        picture,
        visible: drawing.visible,
        noFadeEdges: state.options?.local.noFadeEdges ?? false,
        vlanSubnetIds,
        isLarge,
      }),
    [drawing, picture, state.place, state.answers, state.pathIndex, state.segmentIndex, vlanSubnetIds],
  );
}

const none: readonly string[] = [];
/**
 * Returns the same array while nothing changes, because a new array would make the page compute all highlights again.
 */
const subnetsOfVlan = ({ vlans, place }: State) => vlans.find(({ id }) => id === place.vlanId)?.subnetIds ?? none;
