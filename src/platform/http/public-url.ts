// The address that users reach the service at: the one configured, else the one that their request came to.
import type { Request } from 'express';

export const publicUrlOf = (configured: string | undefined, { protocol, host }: Request): string =>
  configured ?? `${protocol}://${host}`;
