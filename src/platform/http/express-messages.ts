// Requests and answers that are Express' own from their beginning. Where they are not, Express gives each another prototype, and V8
// in Node 20 makes a class for each, in old memory: it keeps what hangs on the request until the next major collection.
import type { Express } from 'express';
import { IncomingMessage, ServerResponse } from 'node:http';

/** Classes of requests and answers of this application's own, which HTTP servers for it are made with (`messagesOf`). */
export function withOwnMessages(app: Express): Express {
  class OwnRequest extends IncomingMessage {}
  class OwnResponse extends ServerResponse {}
  Object.setPrototypeOf(OwnRequest.prototype, app.request);
  Object.setPrototypeOf(OwnResponse.prototype, app.response);
  return Object.assign(app, { request: OwnRequest.prototype, response: OwnResponse.prototype });
}

/** The classes that an HTTP server is given to make the application's requests and answers of. */
export const messagesOf = ({ request, response }: Express) => ({
  IncomingMessage: request.constructor as typeof IncomingMessage,
  ServerResponse: response.constructor as typeof ServerResponse,
});
