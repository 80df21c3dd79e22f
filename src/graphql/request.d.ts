// Fields that the middleware of server.ts adds to each Express request.
import type { Logger } from 'pino';
import type { Viewer } from '../data/tenancy/viewer';
import type { GraphqlContext, UploadedFile } from './context';

declare global {
  namespace Express {
    interface Request {
      id: string;
      log: Logger;
      /** Set after authentication; undefined for anonymous requests. */
      viewer?: Viewer;
      /** Name of the GraphQL operation, for logs and metrics; undefined if no operation runs. */
      operationName?: string;
      /** Text of the trusted document that the request names by its id; undefined if it names none. */
      documentText?: string;
      /** For a request with the header `Idempotency-Key`: SHA-256 of the JSON body, in base64url. */
      bodyDigest?: string;
      /** The file that was sent as the request's body; undefined for other requests. */
      upload?: UploadedFile;
      /**
       * For a REST request: alternative names of fields that its response and errors use, mapped to the documented
       * names.
       */
      otherNames?: Readonly<Record<string, string>>;
      /** Returns the context for resolvers with the request's viewer. Throws 401 for anonymous requests. */
      graphqlContext(): GraphqlContext;
      /**
       * Returns the context for resolvers. For anonymous requests it is a context that may run public operations only.
       */
      publicContext(): GraphqlContext;
    }
  }
}
