// The section about the second factor: the authenticator app, passkeys, and recovery codes.
import { call, useAsked } from '../../kit/asking';
import { useHere, useShownOnce } from '../parts/frame';
import { AuthenticatorApp } from './authenticator-app';
import { Passkeys, type Passkey } from './passkeys';
import type { Factors } from './proof';
import { NewRecoveryCodes, RecoveryCodes } from './recovery-codes';
import { texts } from './texts';

export function SecondFactor() {
  const { viewer, reload } = useHere();
  const { hasSecondFactor } = viewer.user;
  const [codes, setCodes] = useShownOnce<readonly string[]>('recovery-codes');
  const passkeys = useAsked(() => call<readonly Passkey[]>('GET', '/api/auth/passkeys'));
  const factors = useAsked(() => call<Factors>('GET', '/api/auth/second-factor'));
  const reread = () => Promise.all([reload(), passkeys.reload(), factors.reload()]);
  const hasApp = factors.data?.app ?? hasSecondFactor;
  const hasPasskeys = (passkeys.data?.length ?? 0) > 0;

  return (
    <>
      <p>{hasSecondFactor ? texts.secondFactor.isSetUp : texts.secondFactor.isNotSetUp}</p>
      {codes && <NewRecoveryCodes codes={codes} close={() => setCodes(null)} />}
      <h3>{texts.secondFactor.authenticatorApp}</h3>
      <AuthenticatorApp hasApp={hasApp} hasPasskeys={hasPasskeys} reread={reread} showCodes={setCodes} />
      {passkeys.data && <Passkeys passkeys={passkeys} reread={reread} showCodes={setCodes} />}
      {hasSecondFactor && (
        <RecoveryCodes remaining={factors.data?.recovery_codes} hasPasskeys={hasPasskeys} showCodes={setCodes} />
      )}
    </>
  );
}
