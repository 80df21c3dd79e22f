// Measures the depth of a JSON text before it is parsed.

/** Whether lists and objects are nested deeper than `most` levels. The text need not be valid JSON. */
export function isDeeperThan(text: string, most: number): boolean {
  let depth = 0;
  let isInText = false;
  for (let at = 0; at < text.length; at++) {
    const code = text[at];
    if (isInText) {
      if (code === '\\') at++;
      else if (code === '"') isInText = false;
    } else if (code === '"') isInText = true;
    else if (code === '[' || code === '{') {
      if (++depth > most) return true;
    } else if (code === ']' || code === '}') depth--;
  }
  return false;
}
