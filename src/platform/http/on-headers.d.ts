// Types for the package on-headers, which has no types of its own.
declare module 'on-headers' {
  import type { ServerResponse } from 'node:http';
  /** Calls the listener once, before the status and the headers of the response are sent. */
  export default function onHeaders(res: ServerResponse, listener: () => void): void;
}
