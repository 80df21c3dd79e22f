// Recovery codes of the second factor: shows how many codes are unused, and creates new codes, which are shown once.
import { useEffect, useRef } from 'preact/hooks';
import { call } from '../../kit/asking';
import { Form } from '../../kit/sections/form';
import { Opened } from '../../kit/sections/rows';
import { CodeField, readProof } from './proof';
import { texts } from './texts';

/** A response that may contain new recovery codes; `recovery_codes` is null if no codes were created. */
export interface CodesAnswer {
  readonly recovery_codes: readonly string[] | null;
}

interface CodesProps {
  readonly remaining: number | undefined;
  readonly hasPasskeys: boolean;
  readonly showCodes: (codes: readonly string[] | null) => void;
}

export function RecoveryCodes({ remaining, hasPasskeys, showCodes }: CodesProps) {
  const replace = async (values: FormData) => {
    const answer = await call<CodesAnswer>('POST', '/api/auth/second-factor/recovery-codes', await readProof(values));
    showCodes(answer.recovery_codes);
  };
  return (
    <>
      <h3>{texts.recoveryCodes.recoveryCodes}</h3>
      {remaining !== undefined && (
        <p>
          {remaining} {texts.recoveryCodes.codesRemain}
        </p>
      )}
      <Opened title={texts.recoveryCodes.newRecoveryCodes}>
        {(close) => (
          <Form button={texts.recoveryCodes.generateNewCodes} send={(values) => replace(values).then(close)}>
            <CodeField isOptional={hasPasskeys} />
            <p class="quiet">{texts.recoveryCodes.currentCodesEnd}</p>
          </Form>
        )}
      </Opened>
    </>
  );
}

/** Shows new recovery codes. The service does not return them again. */
export function NewRecoveryCodes({ codes, close }: { codes: readonly string[]; close: () => void }) {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), [codes]);
  return (
    <div class="card new-key">
      <h3 ref={title} tabIndex={-1}>
        {texts.recoveryCodes.yourRecoveryCodes}
      </h3>
      <p>{texts.recoveryCodes.saveHint}</p>
      <ul class="codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <button type="button" onClick={close}>
        {texts.recoveryCodes.iHaveSavedThem}
      </button>
    </div>
  );
}
