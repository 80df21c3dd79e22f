// Guarantees of the first picture, over networks that the authors of the layout did not think of: every drawn node has
// a name, no two names overlap or are cut to the same text, and no line runs through a card.
import { unnamedNodes } from '../../../bench/legibility';
import { faultsIn } from '../../../bench/seen-picture';
import { topologyViews } from '../../../src/modules/topology/graph/options';
import { computeRoom } from '../../../src/pages/topology/state/detail';
import { readInventory } from './answered-graphs';
import { layOutFirst, seePicture } from './seen-pictures';
import { strangeNetworks } from './strange-networks';

/** The canvas sizes of three windows: a window of 1,440 × 900 pixels, a small window, and a phone. */
const canvases = [
  { width: 1150, height: 694 },
  { width: 734, height: 494 },
  { width: 390, height: 548 },
];
/** The zoom of the first picture, and a larger zoom at which some folds show their contents. */
const zooms = [1, 1.6];
const layouts = [{ inRings: false }, { inRings: true }];

describe.each(Object.entries(strangeNetworks))('%s', (_name, inventoryOf) => {
  test.each(topologyViews)('%s: everything is named and no line runs through a card', async (view) => {
    const inventory = inventoryOf();
    for (const canvas of canvases) {
      const { picture, choices } = readInventory(inventory, view, computeRoom(canvas.width, canvas.height));
      for (const layout of layouts) {
        const laidOut = await layOutFirst(picture, choices, canvas, layout);
        expect(laidOut.rectangles.size).toBe(laidOut.visible.boxes.length + laidOut.visible.items.length);
        for (const closer of zooms) {
          const seenPicture = seePicture(laidOut, canvas, closer);
          // If the picture is larger than the window, only nodes inside the window must have names.
          const unnamed = unnamedNodes(seenPicture.inSight, seenPicture.names);
          const { overlaps, stumps, throughNodes } = faultsIn(seenPicture);
          if (closer === 1) expect(seenPicture.inSight.length > 0).toBe(laidOut.rectangles.size > 0);
          const faults = { unnamed, overlaps, stumps, throughNodes };
          expect({ canvas, layout, closer, ...faults }).toEqual({
            ...{ canvas, layout, closer },
            ...{ unnamed: 0, overlaps: 0, stumps: 0, throughNodes: 0 },
          });
        }
      }
    }
  });
});
