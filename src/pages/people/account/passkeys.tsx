// Passkeys of the account: adds a passkey after a proof of identity, renames and removes passkeys.
import { call, type Asked } from '../../kit/asking';
import { List, type Column } from '../../kit/list/list';
import { wholeList } from '../../kit/list/use-list';
import { Field, Form, readText } from '../../kit/sections/form';
import { Opened, Time } from '../../kit/sections/rows';
import { useHere } from '../parts/frame';
import { CurrentPassword, readPassword } from './password';
import { requestPasskey, CodeField, readProof } from './proof';
import { texts } from './texts';

export interface Passkey {
  readonly id: string;
  readonly name: string;
  readonly created_at: string;
  readonly last_used_at: string | null;
  readonly synced: boolean;
}

interface PasskeysProps {
  readonly passkeys: Asked<readonly Passkey[]>;
  readonly reread: () => Promise<unknown>;
  readonly showCodes: (codes: readonly string[] | null) => void;
}

interface CreationOptions {
  parseCreationOptionsFromJSON?(options: object): PublicKeyCredentialCreationOptions;
}
/**
 * The browser's functions for creating passkeys; an empty object if the browser has none. Browsers offer passkeys only
 * on https and localhost.
 */
const api = (): CreationOptions => (globalThis.PublicKeyCredential ?? {}) as CreationOptions;

export function Passkeys({ passkeys, reread, showCodes }: PasskeysProps) {
  return (
    <>
      <h3>{texts.passkeys.passkeys}</h3>
      <List
        list={wholeList(passkeys)}
        name={texts.passkeys.passkeys}
        nouns={texts.passkeys.nouns}
        none={texts.passkeys.noRows}
        columns={columns}
        forms={[
          {
            button: texts.passkeys.rename,
            isFor: () => true,
            content: (passkey, close) => <Rename passkey={passkey} reread={reread} close={close} />,
          },
          {
            button: texts.passkeys.remove,
            isFor: () => true,
            content: (passkey) => <Removal passkey={passkey} reread={reread} />,
          },
        ]}
      />
      {api().parseCreationOptionsFromJSON ? (
        <NewPasskey hasPasskeys={(passkeys.data?.length ?? 0) > 0} reread={reread} showCodes={showCodes} />
      ) : (
        <p class="quiet">{texts.passkeys.unavailable}</p>
      )}
    </>
  );
}

interface NewPasskeyProps extends Omit<PasskeysProps, 'passkeys'> {
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

const columns: readonly Column<Passkey, string>[] = [
  { title: texts.common.name, cell: ({ name }) => <bdi>{name}</bdi> },
  { title: texts.passkeys.added, cell: ({ created_at }) => <Time at={created_at} /> },
  {
    title: texts.common.lastUsed,
    cell: ({ last_used_at }) => (last_used_at ? <Time at={last_used_at} /> : texts.common.never),
  },
  {
    title: texts.passkeys.stored,
    cell: ({ synced }) => (synced ? texts.passkeys.synced : texts.passkeys.onOneDevice),
  },
];

interface PasskeyFormProps {
  readonly passkey: Passkey;
  readonly reread: () => Promise<unknown>;
}

function Rename({ passkey: { id, name }, reread, close }: PasskeyFormProps & { readonly close: () => void }) {
  const rename = async (values: FormData) => {
    await call('PUT', `/api/auth/passkeys/${id}`, { name: readText(values, 'name') });
    await reread();
  };
  return (
    <Form
      button={texts.passkeys.rename}
      label={texts.passkeys.renameLabel(name)}
      send={(values) => rename(values).then(close)}
    >
      <Field name="name" label={texts.common.name} required maxLength={100} defaultValue={name} />
    </Form>
  );
}

function Removal({ passkey: { id, name }, reread }: PasskeyFormProps) {
  const { notice } = useHere();
  const remove = async (values: FormData) => {
    await call('DELETE', `/api/auth/passkeys/${id}`, await readProof(values));
    await reread();
    notice(texts.passkeys.removedNotice(name));
  };
  return (
    <Form button={texts.passkeys.remove} label={texts.passkeys.removeLabel(name)} isDangerous send={remove}>
      <CodeField isOptional />
    </Form>
  );
}
