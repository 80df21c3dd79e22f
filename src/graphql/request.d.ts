// Members that the pipeline of server.ts adds to each Express request.
import type { Logger } from 'pino';
import type { Viewer } from '../data/tenancy/viewer';
import type { GraphqlContext, UploadedFile } from './context';

declare global {
  namespace Express {
    interface Request {
      id: string;
      log: Logger;
      /** Set once the credential has been judged; absent for anonymous requests. */
      viewer?: Viewer;
      /** The operation answered, for logs and metrics. */
      operationName?: string;
      /** The text of the trusted document that the request names in place of one. */
      documentText?: string;
      /** The file that came as the body. */
      upload?: UploadedFile;
      /** The resolvers' context of this request's viewer; throws 401 for anonymous requests. */
      graphqlContext(): GraphqlContext;
      /** The same; for anonymous requests a context that may run only public operations. */
      publicContext(): GraphqlContext;
    }
  }
}
