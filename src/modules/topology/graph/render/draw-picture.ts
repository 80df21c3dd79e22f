// Renders an image of a graph. Runs in a worker thread, because rendering takes long.
import { createHash } from 'node:crypto';
import ELK from 'elkjs';
import { LRUCache } from 'lru-cache';
import { renderDrawio } from './drawio';
import { planLayout } from './layout';
import type { Layout, PictureToPlace } from './placement';
import { toPlace, type Sketch } from './sketch';
import { straightLayout } from './straight-layout';
import { renderSvg, type PictureText } from './svg';

const pictureFormats = { Svg: renderSvg, Drawio: renderDrawio } as const;
export type PictureFormat = keyof typeof pictureFormats;

export interface PictureRequest {
  readonly format: PictureFormat;
  readonly sketch: Sketch;
  readonly texts: PictureText;
  /**
   * If true, boxes are arranged in layers and edges are routed around them, which takes long. If false, edges are
   * straight lines.
   */
  readonly isLayered: boolean;
}

/** Renders an image as an SVG document or a draw.io diagram. Equal input gives equal text. */
export async function drawPicture({ format, sketch, texts, isLayered }: PictureRequest): Promise<string> {
  const picture = toPlace(sketch);
  return pictureFormats[format](sketch, isLayered ? await layeredLayout(picture) : straightLayout(picture), texts);
}

/**
 * Layouts by digest of their input. The same graph is often requested again in another color theme or with another
 * title.
 */
const layouts = new LRUCache<string, Layout>({ max: 32 });
let elk: InstanceType<typeof ELK> | undefined;

async function layeredLayout(picture: PictureToPlace): Promise<Layout> {
  const key = createHash('sha256').update(JSON.stringify(picture)).digest('base64');
  const knownLayout = layouts.get(key);
  if (knownLayout) return knownLayout;
  const { elkGraph, read } = planLayout(picture);
  elk ??= new ELK();
  const layout = read(elkGraph && (await elk.layout(elkGraph)));
  layouts.set(key, layout);
  return layout;
}
