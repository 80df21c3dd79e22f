// Credentials for access to devices: creates, renames, replaces and deletes them. Stored secrets are never shown.
import { useState } from 'preact/hooks';
import {
  PeopleCreateCredentialDocument,
  PeopleCredentialsDocument,
  PeopleDeleteCredentialDocument,
  PeopleUpdateCredentialDocument,
  type CredentialOrderField,
  type CredentialType,
  type PeopleCredentialsQuery,
  type SnmpAuthenticationProtocol,
  type SnmpPrivacyProtocol,
} from '../../../generated/people-operations';
import { ask } from '../../kit/asking';
import { List, type Column } from '../../kit/list/list';
import { useList, type ListQuestion } from '../../kit/list/use-list';
import { Confirm } from '../../kit/sections/confirm';
import { Check, Choice, Field, Form, readText } from '../../kit/sections/form';
import { useHere } from '../parts/frame';
import { Opened, Time } from '../../kit/sections/rows';
import { SettingInputs, settingsIn, useCredentialKinds, type CredentialKinds } from './credential-settings';
import { texts } from './texts';

type Credential = PeopleCredentialsQuery['list']['nodes'][number];

const authentications: readonly (SnmpAuthenticationProtocol | '')[] = [
  ...(['', 'SHA', 'SHA224', 'SHA256', 'SHA384', 'SHA512', 'MD5'] as const),
];
const privacies: readonly (SnmpPrivacyProtocol | '')[] = ['', 'AES128', 'AES256', 'DES'];
const asOptions = (names: readonly string[]) => names.map((name) => [name, name || texts.credentials.none] as const);

/** The secrets that the user has entered. Empty fields are omitted, so that an update keeps the stored secrets. */
function secretsIn(values: FormData) {
  const textIn = (name: string) => readText(values, name) || undefined;
  const [community, username, authenticationKey, privacyKey] = [
    textIn('community'),
    textIn('username'),
    textIn('authenticationKey'),
    textIn('privacyKey'),
  ];
  const authenticationProtocol = textIn('authenticationProtocol') as SnmpAuthenticationProtocol | undefined;
  const privacyProtocol = textIn('privacyProtocol') as SnmpPrivacyProtocol | undefined;
  return {
    ...(community && { community }),
    ...(username && { username }),
    ...(authenticationKey && { authenticationKey }),
    ...(privacyKey && { privacyKey }),
    ...(authenticationProtocol && { authenticationProtocol }),
    ...(privacyProtocol && { privacyProtocol }),
  };
}

function typedInput(type: CredentialType, kinds: CredentialKinds | undefined, values: FormData) {
  const kind = kinds?.get(type);
  return kind && kind.fields.length > 0 ? { typeWithSettings: settingsIn(type, kind, values) } : secretsIn(values);
}

export function Credentials() {
  const { notice } = useHere();
  const kinds = useCredentialKinds();
  const credentials = useList(
    ({ text, ...asked }: ListQuestion<CredentialOrderField>) =>
      ask(PeopleCredentialsDocument, { ...asked, filter: text === '' ? {} : { name: { contains: text } } }),
    { field: 'naturalName', isDescending: false },
  );
  const columnsIn = (values: FormData) => ({
    name: readText(values, 'name'),
    description: readText(values, 'description'),
    isDefault: values.has('isDefault'),
  });
  const create = async (values: FormData) => {
    const credentialType = readText(values, 'credentialType') as CredentialType;
    const input = { ...columnsIn(values), credentialType, ...typedInput(credentialType, kinds, values) };
    await ask(PeopleCreateCredentialDocument, { input });
    await credentials.reload();
    notice(texts.common.createdNotice(input.name));
  };
  const save = async ({ id, updatedAt, credentialType }: Credential, values: FormData) => {
    const input = { ...columnsIn(values), ...typedInput(credentialType, kinds, values), expectedUpdatedAt: updatedAt };
    await ask(PeopleUpdateCredentialDocument, { id, input });
    await credentials.reload();
    notice(texts.common.savedName(input.name));
  };
  const remove = async ({ id, name }: Credential) => {
    await ask(PeopleDeleteCredentialDocument, { id });
    await credentials.reload();
    notice(texts.common.deletedNotice(name));
  };
  return (
    <>
      <p>{texts.credentials.purpose}</p>
      <Opened title={texts.credentials.newCredential}>
        {(close) => (
          <Form button={texts.credentials.createCredential} send={(values) => create(values).then(close)}>
            <NewCredential kinds={kinds} />
          </Form>
        )}
      </Opened>
      <List
        list={credentials}
        name={texts.credentials.credentials}
        nouns={texts.credentials.nouns}
        none={texts.credentials.noRows}
        search={texts.credentials.search}
        columns={columns}
        actions={(credential) => (
          <Confirm
            button={texts.common.delete}
            label={texts.common.deleteLabel(credential.name)}
            question={texts.credentials.deleteQuestion(credential.name)}
            act={() => remove(credential)}
          />
        )}
        forms={[
          {
            button: texts.common.change,
            isFor: () => true,
            content: (credential, close) => (
              <Form
                button={texts.common.save}
                label={texts.common.changeLabel(credential.name)}
                send={(values) => save(credential, values).then(close)}
              >
                <Names credential={credential} isForNetworks={isForNetworks(kinds, credential.credentialType)} />
                <p class="quiet">{texts.credentials.keepHint}</p>
                <Settings kinds={kinds} type={credential.credentialType} credential={credential} />
              </Form>
            ),
          },
        ]}
      />
    </>
  );
}

const columns: readonly Column<Credential, CredentialOrderField>[] = [
  { title: texts.common.name, order: 'naturalName', cell: ({ name }) => <bdi>{name}</bdi> },
  {
    title: texts.credentials.kind,
    order: 'credentialType',
    cell: ({ credentialType }) => texts.credentials.kinds[credentialType],
  },
  {
    title: texts.credentials.usedBy,
    cell: ({ isDefault }) => (isDefault ? texts.credentials.allNetworks : texts.credentials.named),
  },
  { title: texts.credentials.created, order: 'createdAt', cell: ({ createdAt }) => <Time at={createdAt} /> },
];

const isForNetworks = (kinds: CredentialKinds | undefined, type: CredentialType): boolean =>
  kinds?.get(type)?.isForNetworks ?? true;

function NewCredential({ kinds }: { kinds: CredentialKinds | undefined }) {
  const [type, setType] = useState<CredentialType>('SnmpV2c');
  return (
    <>
      <Names isForNetworks={isForNetworks(kinds, type)} />
      <Choice
        name="credentialType"
        label={texts.credentials.kind}
        options={Object.entries(texts.credentials.kinds)}
        value={type}
        onChange={(value) => setType(value as CredentialType)}
      />
      <Settings key={type} kinds={kinds} type={type} />
    </>
  );
}

function Names({ credential, isForNetworks }: { credential?: Credential; isForNetworks: boolean }) {
  return (
    <>
      <Field name="name" label={texts.common.name} required maxLength={100} defaultValue={credential?.name ?? ''} />
      <Field
        name="description"
        label={texts.credentials.description}
        maxLength={500}
        defaultValue={credential?.description ?? ''}
      />
      {isForNetworks && (
        <Check name="isDefault" label={texts.credentials.forAllNetworks} isChecked={credential?.isDefault ?? false} />
      )}
    </>
  );
}

interface SettingsProps {
  readonly kinds: CredentialKinds | undefined;
  readonly type: CredentialType;
  readonly credential?: Credential;
}

function Settings({ kinds, type, credential }: SettingsProps) {
  const kind = kinds?.get(type);
  if (!kind || kind.fields.length === 0) return <Secrets kind={type} isNew={!credential} />;
  const stored = credential && { stored: credential.typeWithSettings as Readonly<Record<string, unknown>> };
  return <SettingInputs kind={kind} {...stored} />;
}

/**
 * The fields for the secrets of a credential. `new-password` prevents browsers from filling in the user's own password.
 */
function Secrets({ kind, isNew = false }: { kind: CredentialType; isNew?: boolean }) {
  const secret = { type: 'password', autocomplete: 'new-password' } as const;
  if (kind !== 'SnmpV3')
    return <Field name="community" label={texts.credentials.community} {...secret} required={isNew} maxLength={255} />;
  return (
    <>
      <Field name="username" label={texts.credentials.userName} required={isNew} maxLength={32} />
      <Choice
        name="authenticationProtocol"
        label={texts.credentials.authentication}
        options={asOptions(authentications)}
      />
      <Field name="authenticationKey" label={texts.credentials.authenticationKey} {...secret} maxLength={255} />
      <Choice name="privacyProtocol" label={texts.credentials.privacy} options={asOptions(privacies)} />
      <Field name="privacyKey" label={texts.credentials.privacyKey} {...secret} maxLength={255} />
    </>
  );
}
