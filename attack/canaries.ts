// Canaries: unique words in the texts of one organization, network or person. Rows have leaked if a caller without
// access to them gets a response with one of their canaries.

/** An organization, a network in it, or a person in it: "A", "A.N1", "A.person". */
export type Scope = string;

const secretForm = /secret-[0-9a-f]{12}/g;
const idForm = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

export interface Sighting {
  readonly word: string;
  readonly scope: Scope;
}

export class Canaries {
  private readonly scopes = new Map<string, Scope>();
  /** MAC addresses, and beginnings of IP addresses, that occur only in the rows of one scope. */
  private readonly marks: Sighting[] = [];

  addSecret(word: string, scope: Scope): void {
    this.scopes.set(word, scope);
  }

  addIds(ids: readonly string[], scope: Scope): void {
    for (const id of ids) this.scopes.set(id, scope);
  }

  addMarks(words: readonly string[], scope: Scope): void {
    this.marks.push(...words.map((word) => ({ word, scope })));
  }

  /**
   * Removes the ids of rows that were in several networks: such an id in a response does not show from which network
   * the response leaks.
   */
  forget(ids: readonly string[]): void {
    for (const id of ids) this.scopes.delete(id);
  }

  /**
   * Returns the marked words and ids in a response that belong to scopes outside of `reach`. Each of them is a leak.
   * Words and ids of the request are left out, because a response may repeat them.
   */
  seenIn(text: string, reach: ReadonlySet<Scope>, requestText: string): Sighting[] {
    const sightings = new Map<string, Sighting>();
    for (const form of [secretForm, idForm])
      for (const [word] of text.matchAll(form)) {
        const scope = this.scopes.get(word);
        if (scope !== undefined && !reach.has(scope)) sightings.set(word, { word, scope });
      }
    for (const mark of this.marks)
      if (!reach.has(mark.scope) && text.includes(mark.word)) sightings.set(mark.word, mark);
    return [...sightings.values()].filter(({ word }) => !requestText.includes(word));
  }
}
