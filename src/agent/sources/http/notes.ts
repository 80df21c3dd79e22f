// Collects what could not be read from an API, for the warnings of a run.
import { errorMessage } from '../../failure';
import { ApiFailure } from './api-client';

/**
 * Collects failures: one line for each kind of failure, with the number of failures and the cause of the first failure.
 */
export class Notes {
  private readonly lines: string[] = [];
  private readonly failures = new Map<string, { readonly cause: string; count: number }>();

  add(text: string): void {
    this.lines.push(text);
  }

  /**
   * Resolves with the result of `read`. If `read` throws ApiFailure, adds a note that names `subject`, and resolves with
   * undefined.
   */
  async catching<T>(subject: string, read: () => Promise<T>): Promise<T | undefined> {
    try {
      return await read();
    } catch (error) {
      if (!(error instanceof ApiFailure)) throw error;
      const failure = this.failures.get(subject) ?? { cause: errorMessage(error), count: 0 };
      failure.count++;
      this.failures.set(subject, failure);
      return undefined;
    }
  }

  get texts(): readonly string[] {
    const failures = [...this.failures].map(([subject, { cause, count }]) => {
      const more = count > 1 ? `, and ${count - 1} more like it` : '';
      return `${subject} could not be read (${cause})${more}`;
    });
    return [...this.lines, ...failures];
  }
}
