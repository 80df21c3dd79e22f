// The authenticator app as second factor of an account: setting it up with a QR code, and removing it.
import { call } from '../../kit/asking';
import { Field, Form, readText } from '../../kit/sections/form';
import { useHere, useShownOnce } from '../parts/frame';
import { Opened } from '../../kit/sections/rows';
import { CurrentPassword, readPassword } from './password';
import { CodeField, readProof } from './proof';
import { QrCode } from './qr-code';
import type { CodesAnswer } from './recovery-codes';

interface Enrolment {
  readonly secret: string;
  readonly otpauth_uri: string;
}

interface AppProps {
  readonly hasApp: boolean;
  readonly hasPasskeys: boolean;
  readonly reread: () => Promise<unknown>;
  readonly showCodes: (codes: readonly string[] | null) => void;
}

export function AuthenticatorApp({ hasApp, hasPasskeys, reread, showCodes }: AppProps) {
  const { viewer, notice } = useHere();
  const { hasPassword, hasSecondFactor } = viewer.user;
  const [enrolment, setEnrolment] = useShownOnce<Enrolment>('enrolment');

  const begin = async (values: FormData) => {
    const proof = hasSecondFactor ? await readProof(values) : readPassword(values);
    setEnrolment(await call<Enrolment>('POST', '/api/auth/second-factor/enrol', proof));
  };
  const confirm = async (values: FormData) => {
    const answer = await call<CodesAnswer>('POST', '/api/auth/second-factor/confirm', {
      code: readText(values, 'code'),
    });
    setEnrolment(null);
    showCodes(answer.recovery_codes);
    await reread();
    notice('The app is set up. All other sessions have ended.');
  };
  const remove = async (values: FormData) => {
    await call('POST', '/api/auth/second-factor/remove', await readProof(values));
    showCodes(null);
    await reread();
    notice('The authenticator app was removed.');
  };

  if (enrolment) return <Enrolling enrolment={enrolment} confirm={confirm} cancel={() => setEnrolment(null)} />;
  if (hasApp)
    return (
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
    );
  return (
    <Opened title="Set up an app">
      {() => (
        <Form button="Continue" label="Set up an app" send={begin}>
          {hasSecondFactor ? <CodeField isOptional={hasPasskeys} /> : hasPassword && <CurrentPassword />}
        </Form>
      )}
    </Opened>
  );
}

interface EnrollingProps {
  readonly enrolment: Enrolment;
  readonly confirm: (values: FormData) => Promise<void>;
  readonly cancel: () => void;
}

function Enrolling({ enrolment, confirm, cancel }: EnrollingProps) {
  return (
    <div class="card">
      <p>
        Scan this with your authenticator app, or <a href={enrolment.otpauth_uri}>open the app</a> on this device, or
        enter the key:
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
      <button type="button" onClick={cancel}>
        Cancel
      </button>
    </div>
  );
}
