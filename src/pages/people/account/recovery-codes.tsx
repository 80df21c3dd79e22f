// Recovery codes of the second factor: shows how many are left, and creates new codes, which are shown once.
import { useEffect, useRef } from 'preact/hooks';
import { call } from '../../kit/asking';
import { Form } from '../../kit/sections/form';
import { Opened } from '../../kit/sections/rows';
import { CodeField, readProof } from './proof';

/** A response that may contain new recovery codes; null if it contains none. */
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
      <h3>Recovery codes</h3>
      {remaining !== undefined && <p>{remaining} codes remain.</p>}
      <Opened title="New recovery codes">
        {(close) => (
          <Form button="Generate new codes" send={(values) => replace(values).then(close)}>
            <CodeField isOptional={hasPasskeys} />
            <p class="quiet">The current codes stop working.</p>
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
        Your recovery codes
      </h3>
      <p>Save them where you can reach them without your phone. Each signs you in once. They are not shown again.</p>
      <ul class="codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <button type="button" onClick={close}>
        I have saved them
      </button>
    </div>
  );
}
