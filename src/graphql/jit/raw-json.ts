// Placeholders in a response for JSON text that is produced only when the response is written.

export interface RawSource {
  /** Cache key of the text: equal keys have equal texts. */
  readonly key: string;
  /** Reads the text, in pieces of UTF-8. */
  read(): Promise<readonly Uint8Array[]>;
}

/**
 * A placeholder in a response for a JSON text that is inserted when the response is written. Only `largeAnswer` can
 * write such responses.
 */
export class RawJson {
  constructor(readonly source: RawSource) {}

  toJSON(): never {
    throw new Error('text that is ready was about to be written as an object');
  }
}

/** A placeholder for the JSON text of a whole list. A list field returns an array with only this placeholder. */
export class RawList extends RawJson {}
