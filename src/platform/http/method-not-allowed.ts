// The answer to methods that a path does not have: 405 with `Allow`; OPTIONS lists the methods.
import type { RequestHandler } from 'express';
import { AppError } from '../../errors';

/** Answers every method that a path does not have. */
export function methodNotAllowed(allowed: readonly string[]): RequestHandler {
  const allow = [...new Set([...allowed, ...(allowed.includes('GET') ? ['HEAD'] : []), 'OPTIONS'])].join(', ');
  return (req, res, next) => {
    res.set('Allow', allow);
    if (req.method === 'OPTIONS') res.status(204).end();
    else next(new AppError('method_not_allowed', { method: req.method }));
  };
}
