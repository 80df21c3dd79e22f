// A value of a JSON field whose text is written elsewhere, and only on demand.

export interface RawSource {
  /** Names the text: of equal keys the texts are equal. */
  readonly key: string;
  /** The text, in UTF-8 and in pieces. */
  read(): Promise<readonly Uint8Array[]>;
}

/** Stands in an answer for what its text says; answers that hold one are written by `largeAnswer` alone. */
export class RawJson {
  constructor(readonly source: RawSource) {}

  toJSON(): never {
    throw new Error('text that is ready was about to be written as an object');
  }
}

/** A whole list, for a field that has the type of a list: its only item stands for all. */
export class RawList extends RawJson {}
