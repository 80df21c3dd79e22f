// A JSON value whose text is produced elsewhere, on demand.

export interface RawSource {
  /** Identifies the text: equal keys have equal texts. */
  readonly key: string;
  /** The text, in UTF-8 and in pieces. */
  read(): Promise<readonly Uint8Array[]>;
}

/** A placeholder for a text in an answer; only `largeAnswer` can write such answers. */
export class RawJson {
  constructor(readonly source: RawSource) {}

  toJSON(): never {
    throw new Error('text that is ready was about to be written as an object');
  }
}

/** A whole list, as the only item of a field with a list type. */
export class RawList extends RawJson {}
