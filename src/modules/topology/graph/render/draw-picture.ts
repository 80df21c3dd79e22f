// From a sketch of a graph to its picture: takes long, so that it has a thread of its own.
import { createHash } from 'node:crypto';
import ELK from 'elkjs';
import { LRUCache } from 'lru-cache';
import { planLayout } from './layout';
import type { Layout, PictureToPlace } from './placement';
import { toPlace, type Sketch } from './sketch';
import { straightLayout } from './straight-layout';
import { renderSvg, type PictureText } from './svg';

export interface PictureRequest {
  readonly sketch: Sketch;
  readonly texts: PictureText;
  /** In layers, with lines that bend around boxes; else in the little time that straight ones take. */
  readonly isLayered: boolean;
}

/** An SVG document; the same request gives the same bytes. */
export async function drawPicture({ sketch, texts, isLayered }: PictureRequest): Promise<string> {
  const picture = toPlace(sketch);
  return renderSvg(sketch, isLayered ? await layeredLayout(picture) : straightLayout(picture), texts);
}

/** Layouts made lately, by what they are of: the same picture is asked for again, in the other theme or at another time. */
const known = new LRUCache<string, Layout>({ max: 32 });
let elk: InstanceType<typeof ELK> | undefined;

async function layeredLayout(picture: PictureToPlace): Promise<Layout> {
  const key = createHash('sha256').update(JSON.stringify(picture)).digest('base64');
  const found = known.get(key);
  if (found) return found;
  const { elkGraph, read } = planLayout(picture);
  elk ??= new ELK();
  const layout = read(elkGraph && (await elk.layout(elkGraph)));
  known.set(key, layout);
  return layout;
}
