// Messages for failures; a caller whose session is over is led to sign-in, and back to the same place.
import { Refusal } from '../api/ask';

export const leaveForSignIn = (): void =>
  location.replace(`/sign-in?next=${encodeURIComponent(location.pathname + location.search)}`);

export function wordsFor(error: unknown): string {
  if (error instanceof Refusal && error.isSignedOut) leaveForSignIn();
  return error instanceof Error ? error.message : String(error);
}
