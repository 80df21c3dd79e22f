// Converts an SVG picture to PNG.

/** Pixels of the PNG for each pixel of the SVG, for sharp texts. */
const sharpness = 2;
/** Maximum side of the PNG in pixels. Browsers cannot make images of any size. */
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
