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
      /** The operation's name for logs and metrics. */
      operationName?: string;
      /** Text of the trusted document that the request names. */
      documentText?: string;
      /** The file sent as the body. */
      upload?: UploadedFile;
      /** Returns the context for resolvers with the request's viewer. Throws 401 for anonymous requests. */
      graphqlContext(): GraphqlContext;
      /**
       * Returns the context for resolvers. For anonymous requests it is a context that may run public operations only.
       */
      publicContext(): GraphqlContext;
    }
  }
}
