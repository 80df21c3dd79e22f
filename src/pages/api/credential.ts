// Sends GraphQL documents with the API key of this tab, or with the session if the tab has no key.
import type { Send } from '../kit/ask';

/** Key of the tab's session storage under which the sign-in page stores the API key. */
const keyName = 'netloom.api-key';

export const apiKey = (): string | null => sessionStorage.getItem(keyName);
export const forgetApiKey = (): void => sessionStorage.removeItem(keyName);

export const credentialHeaders = (): Readonly<Record<string, string>> => {
  const key = apiKey();
  return key === null ? {} : { Authorization: `Bearer ${key}` };
};

/** Sends a document. With an API key, the session's cookie is not sent, so that the request has only one identity. */
export const send: Send = (query, variables, accept, signal) =>
  fetch('/graphql', {
    method: 'POST',
    headers: { Accept: accept, 'Content-Type': 'application/json', ...credentialHeaders() },
    credentials: apiKey() === null ? 'same-origin' : 'omit',
    body: JSON.stringify({ query, variables }),
    ...(signal && { signal }),
  });
