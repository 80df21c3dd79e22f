// Prints an image of the topology on one page that has the image's proportions. Browsers can save the print as PDF.

/** Maximum width and height of a PDF page in pixels: 200 inches at 96 pixels per inch. */
const longestSide = 19_000;

export function printPicture(svg: string, title: string): void {
  const picture = new DOMParser().parseFromString(svg, 'image/svg+xml').documentElement;
  const [width, height] = ['width', 'height'].map((side) => Number(picture.getAttribute(side))) as [number, number];
  const scale = Math.min(1, longestSide / Math.max(width, height));
  const sides = [width, height].map((side) => `${Math.ceil(side * scale)}px`) as [string, string];
  picture.setAttribute('width', sides[0]);
  picture.setAttribute('height', sides[1]);
  const sheet = new CSSStyleSheet();
  // The page is one pixel larger than the image: if the image exceeded the page by a fraction of a pixel, browsers
  // would print a second page.
  const size = [width, height].map((side) => `${Math.ceil(side * scale) + 1}px`).join(' ');
  sheet.replaceSync(`@page { size: ${size}; margin: 0 }`);
  const frame = document.createElement('div');
  frame.className = 'printed';
  frame.append(document.importNode(picture, true));
  // Browsers use the title of the page as the file name of a PDF, so the title is replaced until printing has ended.
  const ownTitle = document.title;
  const restore = (): void => {
    frame.remove();
    document.title = ownTitle;
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== sheet);
  };
  document.body.append(frame);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  document.title = title;
  addEventListener('afterprint', restore, { once: true });
  print();
}
