// Waits for something that happens in the background, however long a busy machine takes for it.

/**
 * Calls the function until it returns something other than undefined or false. After `seconds`, throws an error that
 * contains the source text of the function.
 */
export async function eventually<T>(ask: () => Promise<T | undefined | false>, seconds = 90): Promise<T> {
  const deadline = Date.now() + seconds * 1000;
  for (;;) {
    const answer = await ask();
    if (answer !== undefined && answer !== false) return answer;
    if (Date.now() > deadline) throw new Error(`it did not happen within ${seconds} s: ${ask.toString()}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
