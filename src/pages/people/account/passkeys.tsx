// Passkeys of the account: adds a passkey after a proof of identity, renames and removes passkeys.
import { call } from '../../kit/asking';
import { Field, Form, readText } from '../../kit/sections/form';
import { useHere } from '../parts/frame';
import { Facts, Opened, Rows, Time } from '../../kit/sections/rows';
import { CurrentPassword, readPassword } from './password';
import { requestPasskey, CodeField, readProof } from './proof';

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
/**
 * The browser's functions for creating passkeys; empty if there are none. Browsers offer passkeys only over https and
 * on localhost.
 */
const api = (): CreationOptions => (globalThis.PublicKeyCredential ?? {}) as CreationOptions;

export function Passkeys({ rows, reread, showCodes }: PasskeysProps) {
  return (
    <>
      <h3>Passkeys</h3>
      <Rows
        list={{ data: rows, problem: null }}
        name="Passkeys"
        none="You have no passkeys."
        row={(passkey) => <PasskeyRow passkey={passkey} reread={reread} />}
      />
      {api().parseCreationOptionsFromJSON ? (
        <NewPasskey hasPasskeys={rows.length > 0} reread={reread} showCodes={showCodes} />
      ) : (
        <p class="quiet">This browser makes no passkeys here: they need https, or localhost.</p>
      )}
    </>
  );
}

interface NewPasskeyProps extends Omit<PasskeysProps, 'rows'> {
  readonly hasPasskeys: boolean;
}

function NewPasskey({ hasPasskeys, reread, showCodes }: NewPasskeyProps) {
  const { viewer, notice } = useHere();
  const { hasPassword, hasSecondFactor } = viewer.user;
  const add = async (values: FormData) => {
    const name = readText(values, 'name');
    const proof = hasSecondFactor ? await readProof(values) : readPassword(values);
    const options = await call<object>('POST', '/api/auth/passkeys/options', proof);
    const publicKey = api().parseCreationOptionsFromJSON!(options);
    const response = await requestPasskey(navigator.credentials.create({ publicKey }));
    const answer = await call<{ readonly recovery_codes?: readonly string[] | null }>('POST', '/api/auth/passkeys', {
      name,
      response,
    });
    if (answer.recovery_codes) showCodes(answer.recovery_codes);
    await reread();
    notice(`The passkey ${name} is added.`);
  };
  return (
    <Opened title="New passkey">
      {(close) => (
        <Form button="Add passkey" send={(values) => add(values).then(close)}>
          <Field name="name" label="Name" required maxLength={100} hint="For example the device that stores it." />
          {hasSecondFactor ? <CodeField isOptional={hasPasskeys} /> : hasPassword && <CurrentPassword />}
        </Form>
      )}
    </Opened>
  );
}

function PasskeyRow({ passkey, reread }: { passkey: Passkey; reread: () => Promise<unknown> }) {
  const { notice } = useHere();
  const { id, name } = passkey;
  const rename = async (values: FormData) => {
    await call('PUT', `/api/auth/passkeys/${id}`, { name: readText(values, 'name') });
    await reread();
  };
  const remove = async (values: FormData) => {
    await call('DELETE', `/api/auth/passkeys/${id}`, await readProof(values));
    await reread();
    notice(`The passkey ${name} is removed.`);
  };
  return (
    <>
      <h4>
        <bdi>{name}</bdi>
      </h4>
      <Facts
        facts={[
          ['Added', <Time at={passkey.created_at} />],
          ['Last used', passkey.last_used_at ? <Time at={passkey.last_used_at} /> : 'never'],
          ['Stored', passkey.synced ? 'synced between your devices' : 'on one device'],
        ]}
      />
      <Opened title={`Rename ${name}`}>
        {(close) => (
          <Form button="Rename" label={`Rename ${name}`} send={(values) => rename(values).then(close)}>
            <Field name="name" label="Name" required maxLength={100} defaultValue={name} />
          </Form>
        )}
      </Opened>
      <Opened title={`Remove ${name}`}>
        {() => (
          <Form button="Remove" label={`Remove ${name}`} isDangerous send={remove}>
            <CodeField isOptional />
          </Form>
        )}
      </Opened>
    </>
  );
}
