// The second factor: an authenticator app, passkeys, and the recovery codes of both.
import { useEffect, useRef, useState } from 'preact/hooks';
import { call, useAsked } from '../parts/asking';
import { Field, Form, textOf } from '../parts/form';
import { useHere } from '../parts/frame';
import { Opened } from '../parts/rows';
import { CurrentPassword, passwordIn } from './password';
import { Passkeys, type Passkey } from './passkeys';
import { CodeField, proofIn, type Factors } from './proof';
import { QrCode } from './qr-code';

interface Enrolment {
  readonly secret: string;
  readonly otpauth_uri: string;
}
interface Codes {
  readonly recovery_codes: readonly string[] | null;
}

// eslint-disable-next-line max-lines-per-function -- the steps of one section, a form each
export function SecondFactor() {
  const { viewer, notice, reload } = useHere();
  const { hasPassword, hasSecondFactor } = viewer.user;
  const [enrolment, setEnrolment] = useState<Enrolment | null>(null);
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const passkeys = useAsked(() => call<readonly Passkey[]>('GET', '/api/auth/passkeys'));
  const factors = useAsked(() => call<Factors>('GET', '/api/auth/second-factor'));
  const reread = () => Promise.all([reload(), passkeys.reload(), factors.reload()]);
  const hasApp = factors.data?.app ?? hasSecondFactor;
  const hasPasskeys = (passkeys.data?.length ?? 0) > 0;

  const begin = async (values: FormData) => {
    const proof = hasSecondFactor ? await proofIn(values) : passwordIn(values);
    setEnrolment(await call<Enrolment>('POST', '/api/auth/second-factor/enrol', proof));
  };
  const confirm = async (values: FormData) => {
    const answer = await call<Codes>('POST', '/api/auth/second-factor/confirm', { code: textOf(values, 'code') });
    setEnrolment(null);
    setCodes(answer.recovery_codes);
    await reread();
    notice('The app is set up, and all other sessions are over.');
  };
  const replace = async (values: FormData) => {
    const answer = await call<Codes>('POST', '/api/auth/second-factor/recovery-codes', await proofIn(values));
    setCodes(answer.recovery_codes);
  };
  const remove = async (values: FormData) => {
    await call('POST', '/api/auth/second-factor/remove', await proofIn(values));
    setCodes(null);
    await reread();
    notice('The authenticator app is removed.');
  };

  return (
    <>
      <p>
        {hasSecondFactor
          ? 'Signing in asks for it after the password; a passkey also signs in by itself.'
          : 'Signing in then asks for a code of an authenticator app, or for a passkey, as well.'}
      </p>
      {codes && <RecoveryCodes codes={codes} close={() => setCodes(null)} />}
      <h3>Authenticator app</h3>
      {enrolment ? (
        <div class="card">
          <p>
            Scan this with your authenticator app, or <a href={enrolment.otpauth_uri}>open the app</a> on this device,
            or enter the key:
          </p>
          <QrCode text={enrolment.otpauth_uri} label="The key as a QR code" />
          <p>
            <code class="secret">{enrolment.secret.match(/.{1,4}/g)?.join(' ')}</code>
          </p>
          <Form button="Set up" send={confirm}>
            <Field
              name="code"
              label="Code that the app shows"
              inputMode="numeric"
              autocomplete="one-time-code"
              required
              maxLength={10}
            />
          </Form>
          <button type="button" onClick={() => setEnrolment(null)}>
            Cancel
          </button>
        </div>
      ) : hasApp ? (
        <>
          <p>It is set up.</p>
          <Opened title="Remove the app">
            {(close) => (
              <Form button="Remove the app" isDangerous send={(values) => remove(values).then(close)}>
                <CodeField isOptional={hasPasskeys} />
              </Form>
            )}
          </Opened>
        </>
      ) : (
        <Opened title="Set up an app">
          {() => (
            <Form button="Continue" label="Set up an app" send={begin}>
              {hasSecondFactor ? <CodeField isOptional={hasPasskeys} /> : hasPassword && <CurrentPassword />}
            </Form>
          )}
        </Opened>
      )}
      {passkeys.data && <Passkeys rows={passkeys.data} reread={reread} showCodes={setCodes} />}
      {hasSecondFactor && (
        <>
          <h3>Recovery codes</h3>
          {factors.data && <p>{factors.data.recovery_codes} are left.</p>}
          <Opened title="New recovery codes">
            {(close) => (
              <Form button="Make new codes" send={(values) => replace(values).then(close)}>
                <CodeField isOptional={hasPasskeys} />
                <p class="quiet">The present ones are refused from then on.</p>
              </Form>
            )}
          </Opened>
        </>
      )}
    </>
  );
}

function RecoveryCodes({ codes, close }: { codes: readonly string[]; close: () => void }) {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), [codes]);
  return (
    <div class="new-key">
      <h3 ref={title} tabIndex={-1}>
        Your recovery codes
      </h3>
      <p>Keep them where you find them without your telephone: each signs you in once, and they are not shown again.</p>
      <ul class="codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <button type="button" onClick={close}>
        I have kept them
      </button>
    </div>
  );
}
