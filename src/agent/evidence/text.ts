// Texts as devices send them: bytes in UTF-8 or Latin-1, with padding, that may be no text at all.

const utf8 = new TextDecoder('utf-8', { fatal: true });
const latin1 = new TextDecoder('latin1');
// Line breaks and tabs stay: descriptions of systems have several lines.
const control = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]/g;

/** The text without padding and control characters; undefined where nothing is left. */
export function textOf(bytes: Uint8Array): string | undefined {
  const text = decoded(bytes).replace(control, '').trim();
  return text === '' ? undefined : text;
}

function decoded(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch {
    return latin1.decode(bytes);
  }
}

/** Whether the bytes, but for NULs at their end, are characters of ASCII that print. */
export function isPlainText(bytes: Uint8Array): boolean {
  const end = bytes.findLastIndex((byte) => byte !== 0) + 1;
  return end > 0 && bytes.subarray(0, end).every((byte) => byte >= 0x20 && byte < 0x7f);
}

/** `0A:FF:…`, the form for what is neither text nor an address. */
export const hexOf = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0').toUpperCase()).join(':');
