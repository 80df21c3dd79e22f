// Whether a visitor may see the share, and the message on the page if not.
import { Refusal } from '../../kit/ask';
import type { Visited } from './visit';

export type SharedMap = Visited['visit']['share'];

export type Access =
  | { readonly kind: 'opening'; readonly problem?: string }
  /** A password is needed. `problem` says why the last one was refused. */
  | { readonly kind: 'locked'; readonly problem?: string }
  | { readonly kind: 'refused'; readonly title: string; readonly text: string }
  | { readonly kind: 'open'; readonly share: SharedMap };

const refused = (title: string, text: string): Access => ({ kind: 'refused', title, text });
const askAgain = 'Ask the person who sent you the link.';

export function accessAfter(refusal: Refusal): Access {
  switch (refusal.code) {
    case 'share_password_required':
    case 'share_token_invalid':
      return { kind: 'locked' };
    case 'entity_disabled':
      return refused('This map is not shared at present', `The link has been disabled. ${askAgain}`);
    case 'entity_expired':
      return refused('This link has expired', askAgain);
    case 'entity_access_denied':
      return refused('This view is not shared', 'Remove the view from the address of the page.');
    case 'entity_not_found':
    case 'validation_invalid_format':
      return refused('There is no such map', `The link is wrong, or the map is no longer shared. ${askAgain}`);
    default:
      return { kind: 'opening', problem: refusal.message };
  }
}

/** Whether every repetition of the request would fail with this error. */
export const isFinal = ({ code }: Refusal): boolean =>
  ['entity_disabled', 'entity_expired', 'entity_not_found', 'entity_access_denied'].includes(code) ||
  code.startsWith('share_');

const passwordProblems: Readonly<Record<string, string>> = {
  share_password_incorrect: 'The password is wrong.',
  auth_login_locked: 'Too many wrong passwords. Try again in 15 minutes.',
};

/** The message that says why a password was not accepted. */
export const passwordProblem = (error: unknown): string =>
  error instanceof Refusal ? (passwordProblems[error.code] ?? error.message) : String(error);
