// The declaration of a setting: its description for docs/operating.md, the check of its value, and the message for an
// invalid value.
import { z } from 'zod';

/** Thrown for an invalid setting. The message is one line that names the setting. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

export interface Setting<T> {
  /** The description of the setting in docs/operating.md. */
  readonly description: string;
  /** The default value, as text for docs/operating.md. */
  readonly defaultText: string;
  /** The allowed values, as text that follows "must be" in the error message. */
  readonly allowed: string;
  readonly schema: z.ZodType<T, string>;
  /** Whether the value of the setting is secret, so that error messages must not contain it. */
  readonly secret?: true;
}

export const setting = <T>(declaration: Setting<T>): Setting<T> => declaration;

export const wholeNumber = (least: number, most: number) => ({
  allowed: `a whole number from ${least} to ${most}`,
  schema: z
    .string()
    .regex(/^\d{1,12}$/)
    .transform(Number)
    .refine((value) => value >= least && value <= most),
});

export const onOff = {
  allowed: '"on" or "off"',
  schema: z.enum(['on', 'off']).transform((value) => value === 'on'),
};

export const choice = <const T extends readonly string[]>(values: T) => ({
  allowed: values.map((value) => `"${value}"`).join(', '),
  schema: z.enum(values),
});

export function parsedUrl(text: string, protocols: readonly string[]): URL | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return url && protocols.includes(url.protocol) && (url.hostname !== '' || url.searchParams.has('host'))
    ? url
    : undefined;
}

export const urlSchema = (...protocols: string[]) =>
  z.string().refine((text) => parsedUrl(text, protocols) !== undefined);

export const commaSeparated = (isMember: (text: string) => boolean) =>
  z
    .string()
    .transform((text) => text.split(',').map((member) => member.trim()))
    .refine((members) => members.every(isMember));

export function readSetting<T>(env: NodeJS.ProcessEnv, name: string, declaration: Setting<T>): T | undefined {
  const text = env[name]?.trim();
  // Compose files and shells pass a setting that is not set as an empty text.
  if (text === undefined || text === '') return undefined;
  const result = declaration.schema.safeParse(text);
  if (result.success) return result.data;
  const rejectedValue = declaration.secret ? '' : ` is "${text}", but`;
  const ownMessage = result.error.issues.find((issue) => issue.message.startsWith('names '));
  if (ownMessage) throw new ConfigError(`${name} ${ownMessage.message}.`);
  throw new ConfigError(`${name}${rejectedValue} must be ${declaration.allowed}.`);
}
