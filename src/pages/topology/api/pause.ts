// Waiting for a while, or until there is nothing left to wait for.
export function pause(ms: number, stopped?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    stopped?.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
