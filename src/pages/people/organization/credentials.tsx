// Credentials of devices: creates, renames, replaces and deletes them. Stored secrets are never shown.
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

type Credential = PeopleCredentialsQuery['list']['nodes'][number];

const kinds: Readonly<Record<CredentialType, string>> = { SnmpV2c: 'SNMPv2c', SnmpV1: 'SNMPv1', SnmpV3: 'SNMPv3' };
const authentications: readonly (SnmpAuthenticationProtocol | '')[] = [
  ...(['', 'SHA', 'SHA224', 'SHA256', 'SHA384', 'SHA512', 'MD5'] as const),
];
const privacies: readonly (SnmpPrivacyProtocol | '')[] = ['', 'AES128', 'AES256', 'DES'];
const asOptions = (names: readonly string[]) => names.map((name) => [name, name || 'none'] as const);

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

export function Credentials() {
  const { notice } = useHere();
  const credentials = useList(
    ({ text, ...asked }: ListQuestion<CredentialOrderField>) =>
      ask(PeopleCredentialsDocument, { ...asked, filter: text === '' ? {} : { name: { contains: text } } }),
    { field: 'naturalName', isDescending: false },
  );
  const columnsIn = (values: FormData) => ({ name: readText(values, 'name'), isDefault: values.has('isDefault') });
  const create = async (values: FormData) => {
    const credentialType = readText(values, 'credentialType') as CredentialType;
    const input = { ...columnsIn(values), credentialType, ...secretsIn(values) };
    await ask(PeopleCreateCredentialDocument, { input });
    await credentials.reload();
    notice(`${input.name} was created.`);
  };
  const save = async ({ id, updatedAt }: Credential, values: FormData) => {
    const input = { ...columnsIn(values), ...secretsIn(values), expectedUpdatedAt: updatedAt };
    await ask(PeopleUpdateCredentialDocument, { id, input });
    await credentials.reload();
    notice(`Saved: ${input.name}.`);
  };
  const remove = async ({ id, name }: Credential) => {
    await ask(PeopleDeleteCredentialDocument, { id });
    await credentials.reload();
    notice(`${name} is deleted.`);
  };
  return (
    <>
      <p>Daemons read devices with them. Their secrets are stored encrypted and never shown.</p>
      <Opened title="New credential">
        {(close) => (
          <Form button="Create credential" send={(values) => create(values).then(close)}>
            <NewCredential />
          </Form>
        )}
      </Opened>
      <List
        list={credentials}
        name="Credentials"
        nouns={['credential', 'credentials']}
        none="There are no credentials."
        search="Part of the name of a credential"
        columns={columns}
        actions={(credential) => (
          <Confirm
            button="Delete"
            label={`Delete ${credential.name}`}
            question={`Delete “${credential.name}”? Daemons lose it with their next discovery.`}
            act={() => remove(credential)}
          />
        )}
        forms={[
          {
            button: 'Change',
            isFor: () => true,
            content: (credential, close) => (
              <Form
                button="Save"
                label={`Change ${credential.name}`}
                send={(values) => save(credential, values).then(close)}
              >
                <Names credential={credential} />
                <p class="quiet">Leave a field empty to keep its value.</p>
                <Secrets kind={credential.credentialType} />
              </Form>
            ),
          },
        ]}
      />
    </>
  );
}

const columns: readonly Column<Credential, CredentialOrderField>[] = [
  { title: 'Name', order: 'naturalName', cell: ({ name }) => <bdi>{name}</bdi> },
  { title: 'Kind', order: 'credentialType', cell: ({ credentialType }) => kinds[credentialType] },
  {
    title: 'Used by',
    cell: ({ isDefault }) => (isDefault ? 'all networks' : 'networks and hosts that name it'),
  },
  { title: 'Created', order: 'createdAt', cell: ({ createdAt }) => <Time at={createdAt} /> },
];

function NewCredential() {
  const [kind, setKind] = useState<CredentialType>('SnmpV2c');
  return (
    <>
      <Names />
      <Choice
        name="credentialType"
        label="Kind"
        options={Object.entries(kinds)}
        value={kind}
        onChange={(value) => setKind(value as CredentialType)}
      />
      <Secrets kind={kind} isNew />
    </>
  );
}

function Names({ credential }: { credential?: Credential }) {
  return (
    <>
      <Field name="name" label="Name" required maxLength={100} defaultValue={credential?.name ?? ''} />
      <Check name="isDefault" label="For all networks" isChecked={credential?.isDefault ?? false} />
    </>
  );
}

/**
 * The fields for the secrets of a credential. `new-password` prevents browsers from filling in the user's own password.
 */
function Secrets({ kind, isNew = false }: { kind: CredentialType; isNew?: boolean }) {
  const secret = { type: 'password', autocomplete: 'new-password' } as const;
  if (kind !== 'SnmpV3')
    return <Field name="community" label="Community" {...secret} required={isNew} maxLength={255} />;
  return (
    <>
      <Field name="username" label="User name" required={isNew} maxLength={32} />
      <Choice name="authenticationProtocol" label="Authentication" options={asOptions(authentications)} />
      <Field name="authenticationKey" label="Authentication key" {...secret} maxLength={255} />
      <Choice name="privacyProtocol" label="Privacy" options={asOptions(privacies)} />
      <Field name="privacyKey" label="Privacy key" {...secret} maxLength={255} />
    </>
  );
}
