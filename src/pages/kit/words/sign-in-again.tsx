// The message in a form whose session has ended.
import { texts } from './texts';

/**
 * Says that the session has ended, with a link that opens the sign-in page in a new tab, so that the form's input is
 * kept.
 */
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
