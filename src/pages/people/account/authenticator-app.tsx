// The authenticator app as second factor of an account: setting it up with a QR code, and removing it.
import { call } from '../../kit/asking';
import { Field, Form, readText } from '../../kit/sections/form';
import { useHere, useShownOnce } from '../parts/frame';
import { Opened } from '../../kit/sections/rows';
import { CurrentPassword, readPassword } from './password';
import { CodeField, readProof } from './proof';
import { QrCode } from './qr-code';
import type { CodesAnswer } from './recovery-codes';
import { texts } from './texts';

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
    notice(texts.authenticatorApp.appAdded);
  };
  const remove = async (values: FormData) => {
    await call('POST', '/api/auth/second-factor/remove', await readProof(values));
    showCodes(null);
    await reread();
    notice(texts.authenticatorApp.appRemoved);
  };

  if (enrolment) return <Enrolling enrolment={enrolment} confirm={confirm} cancel={() => setEnrolment(null)} />;
  if (hasApp)
    return (
      <>
        <p>{texts.authenticatorApp.itIsSetUp}</p>
        <Opened title={texts.authenticatorApp.removeTheApp}>
          {(close) => (
            <Form
              button={texts.authenticatorApp.removeTheApp}
              isDangerous
              send={(values) => remove(values).then(close)}
            >
              <CodeField isOptional={hasPasskeys} />
            </Form>
          )}
        </Opened>
      </>
    );
  return (
    <Opened title={texts.authenticatorApp.setUpAnApp}>
      {() => (
        <Form button={texts.authenticatorApp.continue} label={texts.authenticatorApp.setUpAnApp} send={begin}>
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
        {texts.authenticatorApp.scanThis} <a href={enrolment.otpauth_uri}>{texts.authenticatorApp.openTheApp}</a>{' '}
        {texts.authenticatorApp.orEnterKey}
      </p>
      <QrCode text={enrolment.otpauth_uri} label={texts.authenticatorApp.qrCode} />
      <p>
        <code class="secret">{enrolment.secret.match(/.{1,4}/g)?.join(' ')}</code>
      </p>
      <Form button={texts.authenticatorApp.setUp} send={confirm}>
        <Field
          name="code"
          label={texts.authenticatorApp.codeOfApp}
          inputMode="numeric"
          autocomplete="one-time-code"
          required
          maxLength={10}
        />
      </Form>
      <button type="button" onClick={cancel}>
        {texts.authenticatorApp.cancel}
      </button>
    </div>
  );
}
