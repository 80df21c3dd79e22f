// Passkeys of the account: adds a passkey after a proof of identity, renames and removes passkeys.
import { call } from '../../kit/asking';
import { Field, Form, readText } from '../../kit/sections/form';
import { useHere } from '../parts/frame';
import { Facts, Opened, Rows, Time } from '../../kit/sections/rows';
import { CurrentPassword, readPassword } from './password';
import { requestPasskey, CodeField, readProof } from './proof';
import { texts } from '../texts';

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
      <h3>{texts.passkeys.passkeys}</h3>
      <Rows
        list={{ data: rows, problem: null }}
        name={texts.passkeys.passkeys}
        none={texts.passkeys.noRows}
        row={(passkey) => <PasskeyRow passkey={passkey} reread={reread} />}
      />
      {api().parseCreationOptionsFromJSON ? (
        <NewPasskey hasPasskeys={rows.length > 0} reread={reread} showCodes={showCodes} />
      ) : (
        <p class="quiet">{texts.passkeys.unavailable}</p>
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
    notice(texts.passkeys.addedNotice(name));
  };
  return (
    <Opened title={texts.passkeys.newPasskey}>
      {(close) => (
        <Form button={texts.passkeys.addPasskey} send={(values) => add(values).then(close)}>
          <Field name="name" label={texts.common.name} required maxLength={100} hint={texts.passkeys.nameHint} />
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
    notice(texts.passkeys.removedNotice(name));
  };
  return (
    <>
      <h4>
        <bdi>{name}</bdi>
      </h4>
      <Facts
        facts={[
          [texts.passkeys.added, <Time at={passkey.created_at} />],
          [texts.common.lastUsed, passkey.last_used_at ? <Time at={passkey.last_used_at} /> : texts.common.never],
          [texts.passkeys.stored, passkey.synced ? texts.passkeys.synced : texts.passkeys.onOneDevice],
        ]}
      />
      <Opened title={texts.passkeys.renameLabel(name)}>
        {(close) => (
          <Form
            button={texts.passkeys.rename}
            label={texts.passkeys.renameLabel(name)}
            send={(values) => rename(values).then(close)}
          >
            <Field name="name" label={texts.common.name} required maxLength={100} defaultValue={name} />
          </Form>
        )}
      </Opened>
      <Opened title={texts.passkeys.removeLabel(name)}>
        {() => (
          <Form button={texts.passkeys.remove} label={texts.passkeys.removeLabel(name)} isDangerous send={remove}>
            <CodeField isOptional />
          </Form>
        )}
      </Opened>
    </>
  );
}
