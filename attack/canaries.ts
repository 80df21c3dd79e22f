// Words that occur in one organization's, network's or person's texts and nowhere else: an answer with one shows whose rows it has.

/** An organization, a network of it, or a person in it: "A", "A.N1", "A.person". */
export type Scope = string;

const secretForm = /secret-[0-9a-f]{12}/g;
const idForm = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

export interface Sighting {
  readonly word: string;
  readonly scope: Scope;
}

export class Canaries {
  private readonly scopes = new Map<string, Scope>();
  /** Of no form of their own, so they are looked for one by one: addresses. */
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

  /** Rows that have been in several networks identify none. */
  forget(ids: readonly string[]): void {
    for (const id of ids) this.scopes.delete(id);
  }

  /** What a text shows of scopes out of reach, but for what the request itself has named. */
  seenIn(text: string, reach: ReadonlySet<Scope>, asked: string): Sighting[] {
    const found = new Map<string, Sighting>();
    for (const form of [secretForm, idForm])
      for (const [word] of text.matchAll(form)) {
        const scope = this.scopes.get(word);
        if (scope !== undefined && !reach.has(scope)) found.set(word, { word, scope });
      }
    for (const mark of this.marks) if (!reach.has(mark.scope) && text.includes(mark.word)) found.set(mark.word, mark);
    return [...found.values()].filter(({ word }) => !asked.includes(word));
  }
}
