// Declares an MCP tool: its description for agents, the schema of its input, and its implementation.
import { z } from 'zod';
import { AppError } from '../errors';
import type { Asker } from './ask';

export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: object;
  /** Runs the tool. Throws an AppError for an invalid input. */
  run(input: unknown, ask: Asker): Promise<object>;
}

interface Described<Input extends z.ZodObject> {
  readonly title: string;
  readonly description: string;
  readonly input: Input;
  readonly answer: (input: z.output<Input>, ask: Asker) => Promise<object>;
}

export function tool<Input extends z.ZodObject>(
  name: string,
  { title, description, input, answer }: Described<Input>,
): Tool {
  const { $schema: _dialect, ...inputSchema } = z.toJSONSchema(input, { io: 'input', override: withoutPatterns });
  const parseInput = (rawInput: unknown): z.output<Input> => {
    const parsed = input.safeParse(rawInput ?? {}, { reportInput: true });
    if (parsed.success) return parsed.data;
    throw toInputError(parsed.error.issues[0]!, inputSchema);
  };
  return {
    ...{ name, title, description, inputSchema },
    run: async (rawInput, ask) => answer(parseInput(rawInput), ask),
  };
}

/**
 * Removes the patterns of named formats from a JSON Schema. The patterns are long, and every agent would have to read
 * them.
 */
function withoutPatterns({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  if (jsonSchema.format !== undefined) delete jsonSchema.pattern;
}

/** Converts the first error of a tool's input to an AppError with the same error codes as other endpoints. */
function toInputError(issue: z.core.$ZodIssue, { properties = {} }: z.core.JSONSchema.BaseSchema): AppError {
  const [first] = issue.path;
  const field = first === undefined ? 'arguments' : String(first);
  const fieldSchema = (properties[field] ?? {}) as z.core.JSONSchema.BaseSchema;
  if (issue.code === 'unrecognized_keys') return new AppError('validation_unknown_parameter', { field: issue.keys[0] });
  if (issue.code === 'invalid_type' && issue.input === undefined) return new AppError('validation_required', { field });
  if (issue.code !== 'too_big' && issue.code !== 'too_small')
    return new AppError('validation_invalid_format', { field });
  if (issue.origin !== 'string') {
    const { minimum, minItems, maximum, maxItems } = fieldSchema;
    return new AppError('validation_out_of_range', { field, min: minimum ?? minItems ?? 0, max: maximum ?? maxItems });
  }
  return issue.code === 'too_big'
    ? new AppError('validation_max_length', { field, max: fieldSchema.maxLength })
    : new AppError('validation_min_length', { field, min: fieldSchema.minLength });
}
