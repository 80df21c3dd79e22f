// What a form says when the session has ended.
import { texts } from './texts';

/** Says that the session has ended, with a link for signing in without leaving the form. */
export function SignInAgain() {
  return (
    <>
      {texts.signInAgain.sessionEnded}{' '}
      <a href="/sign-in?next=/account" target="_blank" rel="noopener">
        {texts.signInAgain.signIn}
      </a>
      {texts.signInAgain.thenSend}
    </>
  );
}
