// Violated database constraints as the errors callers know: the database decides, this table only translates.
import { AppError } from '../errors';
export function constraintError(_error: unknown, _model: string, _data: unknown): AppError | undefined {
  return undefined;
}
