// Converts an SVG image to PNG.

/** Number of PNG pixels per SVG pixel in each direction, so that texts are sharp. */
const sharpness = 2;
/** Maximum width and height of the PNG in pixels, because browsers cannot create larger images reliably. */
const longestSide = 8000;

export async function toPng(svg: string): Promise<Blob> {
  const url = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
  try {
    const image = Object.assign(new Image(), { src: url });
    await image.decode();
    const { naturalWidth, naturalHeight } = image;
    const scale = Math.min(sharpness, longestSide / naturalWidth, longestSide / naturalHeight);
    const canvas = document.createElement('canvas');
    canvas.width = Math.max(1, Math.round(naturalWidth * scale));
    canvas.height = Math.max(1, Math.round(naturalHeight * scale));
    canvas.getContext('2d')!.drawImage(image, 0, 0, canvas.width, canvas.height);
    const png = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
    if (!png) throw new Error('The browser cannot make an image of this size.');
    return png;
  } finally {
    URL.revokeObjectURL(url);
  }
}
