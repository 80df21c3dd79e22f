// Waits for what happens by itself, however long a busy machine takes for it.

/** Asks until the answer is there; fails with the question when it does not come in time. */
export async function eventually<T>(ask: () => Promise<T | undefined | false>, seconds = 90): Promise<T> {
  const deadline = Date.now() + seconds * 1000;
  for (;;) {
    const answer = await ask();
    if (answer !== undefined && answer !== false) return answer;
    if (Date.now() > deadline) throw new Error(`it did not happen within ${seconds} s: ${ask.toString()}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
