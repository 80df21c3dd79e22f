// The password of the account, and the e-mail address with which the user signs in by password.
import { call, useAsked } from '../../kit/asking';
import { Field, Form, readText } from '../../kit/sections/form';
import { useHere } from '../parts/frame';
import { Opened } from '../../kit/sections/rows';
import { texts } from './texts';

const policy = texts.password.policy;

export function CurrentPassword() {
  return (
    <Field
      name="current_password"
      label={texts.password.currentPassword}
      type="password"
      autocomplete="current-password"
      required
      maxLength={1024}
    />
  );
}

/** The current password, as a member of a request body. An empty object if the form's field is empty or missing. */
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
    notice(texts.password.changed);
  };
  const changeEmail = async (values: FormData) => {
    const address = readText(values, 'new_email');
    await call('POST', '/api/auth/request-email-change', { ...readPassword(values), new_email: address });
    notice(texts.password.linkSent(address));
  };
  return (
    <>
      <p>
        {texts.password.youSignInAs} <bdi>{email}</bdi>
        {hasPassword ? '.' : texts.password.withoutPassword}
      </p>
      <Opened title={hasPassword ? texts.password.changeTitle : texts.password.setTitle}>
        {(close) => (
          <Form
            button={hasPassword ? texts.password.changePassword : texts.password.setPassword}
            send={(values) => change(values).then(close)}
          >
            {hasPassword && <CurrentPassword />}
            <Field
              name="new_password"
              label={texts.password.newPassword}
              type="password"
              autocomplete="new-password"
              required
              minLength={10}
              maxLength={256}
              hint={policy}
            />
            <p class="quiet">{texts.password.otherSessionsEnd}</p>
          </Form>
        )}
      </Opened>
      {config.data?.has_email_service && (
        <Opened title={texts.password.changeEmail}>
          {(close) => (
            <Form button={texts.password.sendALink} send={(values) => changeEmail(values).then(close)}>
              <Field
                name="new_email"
                label={texts.password.newEmail}
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
