// Placeholders in a response for JSON text that is produced elsewhere, and only when it is written.

export interface RawSource {
  /** Identifies the text: equal keys have equal texts. */
  readonly key: string;
  /** The text as pieces of UTF-8. */
  read(): Promise<readonly Uint8Array[]>;
}

/** Stands in a response for a JSON text that is inserted later. Only `largeAnswer` can write such responses. */
export class RawJson {
  constructor(readonly source: RawSource) {}

  toJSON(): never {
    throw new Error('text that is ready was about to be written as an object');
  }
}

/** A JSON text of a whole list. It is the only item of a field with a list type. */
export class RawList extends RawJson {}
