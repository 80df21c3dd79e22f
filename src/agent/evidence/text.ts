// Decodes bytes that devices send as text. The bytes are UTF-8 or Latin-1, often padded, and sometimes not text at all.

const utf8 = new TextDecoder('utf-8', { fatal: true });
const latin1 = new TextDecoder('latin1');
// Control characters, apart from line breaks and tabs: these stay, because system descriptions have several lines.
const control = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]/g;

/** The text without padding and control characters; undefined if nothing remains. */
export function decodeText(bytes: Uint8Array): string | undefined {
  const text = decode(bytes).replace(control, '').trim();
  return text === '' ? undefined : text;
}

function decode(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch {
    return decodeCut(bytes.subarray(0, bytes.findLastIndex((byte) => byte !== 0) + 1)) ?? latin1.decode(bytes);
  }
}

/**
 * Decodes UTF-8 without its incomplete last character, because devices cut texts at a number of bytes such as 64.
 * Undefined if the rest has only ASCII characters: `Café` in Latin-1 also ends like an incomplete character of UTF-8.
 */
function decodeCut(bytes: Uint8Array): string | undefined {
  try {
    // With `stream`, the decoder keeps the incomplete character, so each text needs a decoder of its own.
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
    return /[^\0-\x7f]/.test(text) ? text : undefined;
  } catch {
    return undefined;
  }
}

/** Whether all bytes, except final NULs, are printable ASCII. */
export function isPlainText(bytes: Uint8Array): boolean {
  const end = bytes.findLastIndex((byte) => byte !== 0) + 1;
  return end > 0 && bytes.subarray(0, end).every((byte) => byte >= 0x20 && byte < 0x7f);
}

/** The bytes in the form `0A:FF:…`, for bytes that are neither text nor an address. */
export const toHex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0').toUpperCase()).join(':');
