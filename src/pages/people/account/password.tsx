// The password of the account, and the e-mail address for signing in with it.
import { call, useAsked } from '../../kit/asking';
import { Field, Form, readText } from '../../kit/sections/form';
import { useHere } from '../parts/frame';
import { Opened } from '../../kit/sections/rows';

const policy = 'At least 10 characters, with upper case, lower case and a digit.';

export function CurrentPassword() {
  return (
    <Field
      name="current_password"
      label="Current password"
      type="password"
      autocomplete="current-password"
      required
      maxLength={1024}
    />
  );
}

/** The current password as a member of a request body. An empty object if the form has no such field. */
export const readPassword = (values: FormData): object => {
  const password = readText(values, 'current_password');
  return password === '' ? {} : { current_password: password };
};

export function Password() {
  const { viewer, notice, reload } = useHere();
  const { hasPassword, email } = viewer.user;
  const config = useAsked(() => call<{ readonly has_email_service: boolean }>('GET', '/api/config'));
  const change = async (values: FormData) => {
    await call('POST', '/api/auth/update', { ...readPassword(values), new_password: readText(values, 'new_password') });
    await reload();
    notice('The password was changed. All other sessions have ended.');
  };
  const changeEmail = async (values: FormData) => {
    const address = readText(values, 'new_email');
    await call('POST', '/api/auth/request-email-change', { ...readPassword(values), new_email: address });
    notice(`A link was sent to ${address}. Your address changes once it is opened.`);
  };
  return (
    <>
      <p>
        You sign in as <bdi>{email}</bdi>
        {hasPassword ? '.' : ', without a password so far.'}
      </p>
      <Opened title={hasPassword ? 'Change the password' : 'Set a password'}>
        {(close) => (
          <Form button={hasPassword ? 'Change password' : 'Set password'} send={(values) => change(values).then(close)}>
            {hasPassword && <CurrentPassword />}
            <Field
              name="new_password"
              label="New password"
              type="password"
              autocomplete="new-password"
              required
              minLength={10}
              maxLength={256}
              hint={policy}
            />
            <p class="quiet">All other sessions end.</p>
          </Form>
        )}
      </Opened>
      {config.data?.has_email_service && (
        <Opened title="Change the e-mail address">
          {(close) => (
            <Form button="Send a link" send={(values) => changeEmail(values).then(close)}>
              <Field
                name="new_email"
                label="New e-mail address"
                type="email"
                autocomplete="email"
                required
                maxLength={255}
              />
              {hasPassword && <CurrentPassword />}
            </Form>
          )}
        </Opened>
      )}
    </>
  );
}
