// Keys of daemons: creates a key for a network and shows it once with the agent's command. Also rotates, disables and
// deletes keys.
import {
  PeopleCreateDaemonKeyDocument,
  PeopleDaemonKeysDocument,
  PeopleDeleteDaemonKeyDocument,
  PeopleRotateDaemonKeyDocument,
  PeopleSetDaemonKeyEnabledDocument,
  type DaemonApiKeyOrderField,
  type PeopleDaemonKeysQuery,
} from '../../../generated/people-operations';
import { agentCommand } from '../../kit/commands';
import { ask } from '../../kit/asking';
import { List } from '../../kit/list/list';
import { useList, type ListQuestion } from '../../kit/list/use-list';
import { Confirm } from '../../kit/sections/confirm';
import { Choice, Field, Form, readExpiry, lifetimes, readText } from '../../kit/sections/form';
import { useHere } from '../parts/frame';
import { keyColumns, NewKey, Switch } from '../parts/key';
import { Opened } from '../../kit/sections/rows';
import { useKeyActions } from './key-actions';
import { texts } from './texts';

export function DaemonKeys() {
  const { networks } = useHere();
  const keys = useList(
    ({ text, ...asked }: ListQuestion<DaemonApiKeyOrderField>) =>
      ask(PeopleDaemonKeysDocument, { ...asked, filter: text === '' ? {} : { name: { contains: text } } }),
    { field: 'createdAt', isDescending: true },
  );
  const documents = {
    rotate: PeopleRotateDaemonKeyDocument,
    setEnabled: PeopleSetDaemonKeyEnabledDocument,
    remove: PeopleDeleteDaemonKeyDocument,
  };
  const command = (key: string) => agentCommand(location.origin, key);
  const { newKey, show, putAway, rotate, setEnabled, remove } = useKeyActions({
    kind: 'daemon keys',
    documents,
    reload: keys.reload,
    commandOf: command,
  });

  const create = async (values: FormData) => {
    const name = readText(values, 'name');
    const expiresAt = readExpiry(readText(values, 'expiresAt'));
    const input = { name, networkId: readText(values, 'networkId'), expiresAt };
    const { made } = await ask(PeopleCreateDaemonKeyDocument, { input });
    await show(name, made.key);
  };

  return (
    <>
      <p>{texts.daemonKeys.purpose}</p>
      {newKey && <NewKey newKey={newKey} close={putAway} />}
      {networks.length > 0 && (
        <Opened title={texts.daemonKeys.newDaemonKey}>
          {(close) => (
            <Form button={texts.daemonKeys.createDaemonKey} send={(values) => create(values).then(close)}>
              <Field name="name" label={texts.common.name} required maxLength={100} hint={texts.daemonKeys.nameHint} />
              <Choice
                name="networkId"
                label={texts.daemonKeys.network}
                options={networks.map(({ id, name }) => [id, name] as const)}
              />
              <Choice name="expiresAt" label={texts.common.expiresAfter} options={[...lifetimes].reverse()} />
            </Form>
          )}
        </Opened>
      )}
      <List
        list={keys}
        name={texts.daemonKeys.daemonKeys}
        nouns={texts.daemonKeys.nouns}
        none={texts.daemonKeys.noRows}
        search={texts.daemonKeys.search}
        columns={columns}
        actions={(key) => (
          <>
            <Switch row={key} set={(isEnabled) => setEnabled(key, isEnabled)} />
            <Confirm
              button={texts.daemonKeys.rotate}
              label={texts.daemonKeys.rotateLabel(key.name)}
              question={texts.daemonKeys.rotateQuestion(key.name)}
              act={() => rotate(key)}
            />
            {/* The service refuses to delete a key that a daemon uses, so only unused keys have the button Delete. */}
            {key.daemons.length === 0 && (
              <Confirm
                button={texts.common.delete}
                label={texts.common.deleteLabel(key.name)}
                question={texts.daemonKeys.deleteQuestion(key.name)}
                act={() => remove(key)}
              />
            )}
          </>
        )}
      />
    </>
  );
}

type DaemonKey = PeopleDaemonKeysQuery['list']['nodes'][number];

const columns = keyColumns<DaemonKey, DaemonApiKeyOrderField>([
  { title: texts.daemonKeys.network, cell: ({ network }) => <bdi>{network.name}</bdi> },
  {
    title: texts.daemonKeys.daemons,
    cell: ({ daemons }) => daemons.map(({ name }) => name).join(', ') || texts.daemonKeys.noneYet,
  },
]);
