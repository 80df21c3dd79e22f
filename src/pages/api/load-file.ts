// Loads a script or a stylesheet that is not part of the built pages.

/** Adds a script or style sheet to the page. Resolves when the file was loaded, and rejects if loading failed. */
export const loadFile = (tag: 'script' | 'link', attributes: Readonly<Record<string, string>>): Promise<unknown> =>
  new Promise((resolve, reject) => {
    const element = Object.assign(document.createElement(tag), attributes);
    element.addEventListener('load', resolve);
    element.addEventListener('error', () => reject(new Error(`${Object.values(attributes).at(-1)} was not loaded`)));
    document.head.append(element);
  });
