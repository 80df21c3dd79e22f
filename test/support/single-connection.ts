// A subscription in the single-connection mode of graphql-sse. Separate requests reserve, open and start it.
import type { Credential } from './client';
import { openEvents, type Events } from './events';

export async function openOverOneConnection(
  url: string,
  credential: Credential,
  query: string,
  variables: Record<string, unknown>,
): Promise<Events> {
  const headers: Record<string, string> = {
    ...(credential.session && { cookie: `session_id=${credential.session}` }),
    ...(credential.key && { authorization: `Bearer ${credential.key}` }),
  };
  const token = await (await fetch(`${url}/graphql/stream`, { method: 'PUT', headers })).text();
  const events = await openEvents(url, `/graphql/stream?token=${token}`, credential);
  const response = await fetch(`${url}/graphql/stream`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json', 'x-graphql-event-stream-token': token },
    body: JSON.stringify({ query, variables, extensions: { operationId: '1' } }),
  });
  if (response.status !== 202) throw new Error(`the subscription was refused: ${await response.text()}`);
  return events;
}
