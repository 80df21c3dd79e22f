// API keys of the user: creates a key, shows it once, and rotates, disables and deletes keys.
import {
  PeopleCreateKeyDocument,
  PeopleDeleteKeyDocument,
  PeopleKeysDocument,
  PeopleRotateKeyDocument,
  PeopleSetKeyEnabledDocument,
  type PeopleKeyFragment,
  type UserApiKeyOrderField,
} from '../../../generated/people-operations';
import { ask } from '../../kit/asking';
import { List } from '../../kit/list/list';
import { useList, type ListQuestion } from '../../kit/list/use-list';
import { Confirm } from '../../kit/sections/confirm';
import { Checks, Choice, Field, Form, readExpiry, lifetimes, readText, readTexts } from '../../kit/sections/form';
import { useHere } from '../parts/frame';
import { keyColumns, NewKey, Switch } from '../parts/key';
import { rolesUpTo, type Role } from '../parts/roles';
import { Opened } from '../../kit/sections/rows';
import { useKeyActions } from './key-actions';

export function Keys() {
  const { viewer, networks } = useHere();
  const keys = useList(
    ({ text, ...asked }: ListQuestion<UserApiKeyOrderField>) =>
      ask(PeopleKeysDocument, { ...asked, filter: text === '' ? {} : { name: { contains: text } } }),
    { field: 'createdAt', isDescending: true },
  );
  const documents = {
    rotate: PeopleRotateKeyDocument,
    setEnabled: PeopleSetKeyEnabledDocument,
    remove: PeopleDeleteKeyDocument,
  };
  const { newKey, show, putAway, rotate, setEnabled, remove } = useKeyActions({
    kind: 'user keys',
    documents,
    reload: keys.reload,
  });

  const create = async (values: FormData) => {
    const name = readText(values, 'name');
    const input = {
      name,
      permissions: readText(values, 'permissions') as Role,
      networkIds: readTexts(values, 'networkIds'),
      expiresAt: readExpiry(readText(values, 'expiresAt')),
    };
    const { made } = await ask(PeopleCreateKeyDocument, { input });
    await show(name, made.key);
  };

  return (
    <>
      <p>
        For programs, as the header Authorization: Bearer. A key has at most your rights, in the networks chosen here.
      </p>
      {newKey && <NewKey newKey={newKey} close={putAway} />}
      <Opened title="New key">
        {(close) => (
          <Form button="Create key" send={(values) => create(values).then(close)}>
            <Field name="name" label="Name" required maxLength={100} hint="What it is for, such as backup script." />
            <Choice name="permissions" label="Role" options={rolesUpTo(viewer.permissions)} />
            <Checks
              name="networkIds"
              label="Networks"
              options={networks}
              selectedIds={networks.map(({ id }) => id)}
              none="Without a network, the key reaches nothing."
            />
            <Choice name="expiresAt" label="Expires after" options={lifetimes} />
          </Form>
        )}
      </Opened>
      <List
        list={keys}
        name="API keys"
        nouns={['key', 'keys']}
        none="You have no API keys."
        search="Part of the name of a key"
        columns={columns}
        actions={(key) => (
          <>
            <Switch row={key} set={(isEnabled) => setEnabled(key, isEnabled)} />
            <Confirm
              button="Rotate"
              label={`Rotate ${key.name}`}
              question={`Give “${key.name}” a new token? Programs with the present one are refused at once.`}
              act={() => rotate(key)}
            />
            <Confirm
              button="Delete"
              label={`Delete ${key.name}`}
              question={`Delete “${key.name}”? Programs with it are refused at once, for good.`}
              act={() => remove(key)}
            />
          </>
        )}
      />
    </>
  );
}

const columns = keyColumns<PeopleKeyFragment, UserApiKeyOrderField>([
  { title: 'Role', cell: ({ permissions }) => permissions },
  {
    title: 'Networks',
    cell: ({ networks }) => networks.map(({ name }) => name).join(', ') || 'none: it reaches nothing',
  },
]);
