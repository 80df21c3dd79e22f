// Formats the remaining time of a discovery run, in words.
export function timeLeft(seconds: number): string {
  if (seconds < 90) return `about ${Math.max(1, seconds)} s left`;
  const minutes = Math.round(seconds / 60);
  return minutes < 90 ? `about ${minutes} min left` : `about ${Math.round(minutes / 60)} h left`;
}
