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
import { Checks } from '../../kit/sections/checks';
import { Choice, Field, Form, readExpiry, lifetimes, readText, readTexts } from '../../kit/sections/form';
import { useHere } from '../parts/frame';
import { keyColumns, NewKey, Switch } from '../parts/key';
import { namesOf, rolesUpTo, type Role } from '../parts/roles';
import { Opened } from '../../kit/sections/rows';
import { useKeyActions } from './key-actions';
import { texts } from './texts';

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
      <p>{texts.keys.purpose}</p>
      {newKey && <NewKey newKey={newKey} close={putAway} />}
      <Opened title={texts.keys.newKey}>
        {(close) => (
          <Form button={texts.keys.createKey} send={(values) => create(values).then(close)}>
            <Field name="name" label={texts.common.name} required maxLength={100} hint={texts.keys.nameHint} />
            <Choice name="permissions" label={texts.common.role} options={rolesUpTo(viewer.permissions)} />
            <Checks
              name="networkIds"
              label={texts.common.networks}
              options={networks}
              selectedIds={networks.map(({ id }) => id)}
              none={texts.keys.noNetworkHint}
            />
            <Choice name="expiresAt" label={texts.common.expiresAfter} options={lifetimes} />
          </Form>
        )}
      </Opened>
      <List
        list={keys}
        name={texts.keys.apiKeys}
        nouns={texts.keys.nouns}
        none={texts.keys.noRows}
        search={texts.keys.search}
        columns={columns}
        actions={(key) => (
          <>
            <Switch row={key} set={(isEnabled) => setEnabled(key, isEnabled)} />
            <Confirm
              button={texts.keys.rotate}
              label={texts.keys.rotateLabel(key.name)}
              question={texts.keys.rotateQuestion(key.name)}
              act={() => rotate(key)}
            />
            <Confirm
              button={texts.common.delete}
              label={texts.common.deleteLabel(key.name)}
              question={texts.keys.deleteQuestion(key.name)}
              act={() => remove(key)}
            />
          </>
        )}
      />
    </>
  );
}

const columns = keyColumns<PeopleKeyFragment, UserApiKeyOrderField>([
  { title: texts.common.role, cell: ({ permissions }) => permissions },
  {
    title: texts.common.networks,
    cell: ({ networks }) => namesOf(networks) || texts.keys.noNetwork,
  },
]);
