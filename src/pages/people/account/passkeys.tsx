// Passkeys: added with what proves that it is them, named, removed.
import { call } from '../parts/asking';
import { Field, Form, textOf } from '../parts/form';
import { useHere } from '../parts/frame';
import { Facts, Opened, Rows, Time } from '../parts/rows';
import { CurrentPassword, passwordIn } from './password';
import { byPasskey, CodeField, proofIn } from './proof';

export interface Passkey {
  readonly id: string;
  readonly name: string;
  readonly created_at: string;
  readonly last_used_at: string | null;
  readonly synced: boolean;
}

interface PasskeysProps {
  readonly rows: readonly Passkey[];
  readonly reread: () => Promise<unknown>;
  readonly showCodes: (codes: readonly string[] | null) => void;
}

interface CreationOptions {
  parseCreationOptionsFromJSON?(options: object): PublicKeyCredentialCreationOptions;
}
/** Browsers have them over https and on localhost. */
const api = (): CreationOptions => (globalThis.PublicKeyCredential ?? {}) as CreationOptions;

// eslint-disable-next-line max-lines-per-function -- the markup of one section and its three requests
export function Passkeys({ rows, reread, showCodes }: PasskeysProps) {
  const { viewer, notice } = useHere();
  const { hasPassword, hasSecondFactor } = viewer.user;
  const mayAsk = rows.length > 0;

  const add = async (values: FormData) => {
    const name = textOf(values, 'name');
    const proof = hasSecondFactor ? await proofIn(values) : passwordIn(values);
    const options = await call<object>('POST', '/api/auth/passkeys/options', proof);
    const publicKey = api().parseCreationOptionsFromJSON!(options);
    const response = await byPasskey(navigator.credentials.create({ publicKey }));
    const made = await call<{ readonly recovery_codes?: readonly string[] | null }>('POST', '/api/auth/passkeys', {
      name,
      response,
    });
    if (made.recovery_codes) showCodes(made.recovery_codes);
    await reread();
    notice(`The passkey ${name} is added.`);
  };
  const rename = async ({ id }: Passkey, values: FormData) => {
    await call('PUT', `/api/auth/passkeys/${id}`, { name: textOf(values, 'name') });
    await reread();
  };
  const remove = async ({ id, name }: Passkey, values: FormData) => {
    await call('DELETE', `/api/auth/passkeys/${id}`, await proofIn(values));
    await reread();
    notice(`The passkey ${name} is removed.`);
  };

  return (
    <>
      <h3>Passkeys</h3>
      <Rows
        list={{ data: rows, problem: null }}
        name="Passkeys"
        none="You have no passkeys."
        row={(passkey) => (
          <>
            <h4>
              <bdi>{passkey.name}</bdi>
            </h4>
            <Facts
              facts={[
                ['Added', <Time at={passkey.created_at} />],
                ['Last used', passkey.last_used_at ? <Time at={passkey.last_used_at} /> : 'never'],
                ['Kept', passkey.synced ? 'by an account of yours, on all its devices' : 'on one device'],
              ]}
            />
            <Opened title={`Rename ${passkey.name}`}>
              {(close) => (
                <Form
                  button="Rename"
                  label={`Rename ${passkey.name}`}
                  send={(values) => rename(passkey, values).then(close)}
                >
                  <Field name="name" label="Name" required maxLength={100} defaultValue={passkey.name} />
                </Form>
              )}
            </Opened>
            <Opened title={`Remove ${passkey.name}`}>
              {() => (
                <Form
                  button="Remove"
                  label={`Remove ${passkey.name}`}
                  isDangerous
                  send={(values) => remove(passkey, values)}
                >
                  <CodeField isOptional={mayAsk} />
                </Form>
              )}
            </Opened>
          </>
        )}
      />
      {api().parseCreationOptionsFromJSON ? (
        <Opened title="New passkey">
          {(close) => (
            <Form button="Add passkey" send={(values) => add(values).then(close)}>
              <Field name="name" label="Name" required maxLength={100} hint="Such as the device that keeps it." />
              {hasSecondFactor ? <CodeField isOptional={mayAsk} /> : hasPassword && <CurrentPassword />}
            </Form>
          )}
        </Opened>
      ) : (
        <p class="quiet">This browser makes no passkeys here: they need https, or localhost.</p>
      )}
    </>
  );
}
