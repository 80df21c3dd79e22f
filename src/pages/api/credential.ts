// Sends documents by the API key of this tab, or by the session if the tab has no key.
import type { Send } from '../kit/ask';

/** The sign-in page stores the key here. The storage belongs to the tab alone. */
const keyName = 'netloom.api-key';

export const apiKey = (): string | null => sessionStorage.getItem(keyName);
export const forgetApiKey = (): void => sessionStorage.removeItem(keyName);

export const credentialHeaders = (): Readonly<Record<string, string>> => {
  const key = apiKey();
  return key === null ? {} : { Authorization: `Bearer ${key}` };
};

/** With a key no session is sent: the request has one identity. */
export const send: Send = (query, variables, accept, signal) =>
  fetch('/graphql', {
    method: 'POST',
    headers: { Accept: accept, 'Content-Type': 'application/json', ...credentialHeaders() },
    credentials: apiKey() === null ? 'same-origin' : 'omit',
    body: JSON.stringify({ query, variables }),
    ...(signal && { signal }),
  });
