// Networks of the organization: creates and renames networks, sets when discovered rows become stale, and deletes
// networks.
import { useState } from 'preact/hooks';
import {
  PeopleCreateNetworkDocument,
  PeopleDeleteNetworkDocument,
  PeopleNetworksDocument,
  PeopleUpdateNetworkDocument,
  type NetworkOrderField,
  type PeopleNetworksQuery,
} from '../../../generated/people-operations';
import { Refusal } from '../../kit/ask';
import { ask } from '../../kit/asking';
import { List, type Column } from '../../kit/list/list';
import { useList, type ListQuestion } from '../../kit/list/use-list';
import { Field, Form, readText } from '../../kit/sections/form';
import { useHere } from '../parts/frame';
import { Opened, Time } from '../../kit/sections/rows';
import { texts } from './texts';

type Network = PeopleNetworksQuery['list']['nodes'][number];

export function Networks() {
  const { viewer, notice, reload } = useHere();
  const networks = useList(
    ({ text, ...asked }: ListQuestion<NetworkOrderField>) =>
      ask(PeopleNetworksDocument, { ...asked, filter: text === '' ? {} : { name: { contains: text } } }),
    { field: 'naturalName', isDescending: false },
  );
  const [created, setCreated] = useState<{ readonly id: string; readonly name: string }>();
  const reread = () => Promise.all([networks.reload(), reload()]);
  const create = async (values: FormData) => {
    const name = readText(values, 'name');
    const { createNetwork } = await ask(PeopleCreateNetworkDocument, { input: { name } });
    await reread();
    setCreated({ id: createNetwork.id, name });
    notice(texts.common.createdNotice(name));
  };
  const save = async ({ id, updatedAt }: Network, values: FormData) => {
    const name = readText(values, 'name');
    const hours = readText(values, 'staleAfterHours');
    const input = { name, staleAfterHours: hours === '' ? null : Number(hours), expectedUpdatedAt: updatedAt };
    await ask(PeopleUpdateNetworkDocument, { id, input });
    await reread();
    notice(texts.common.savedName(name));
  };
  return (
    <>
      <Opened title={texts.networks.newNetwork}>
        {(close) => (
          <Form button={texts.networks.createNetwork} send={(values) => create(values).then(close)}>
            <Field name="name" label={texts.common.name} required maxLength={100} />
          </Form>
        )}
      </Opened>
      {created && (
        <p class="card">
          <bdi>{created.name}</bdi> {texts.networks.isEmpty}{' '}
          <a href={`/discovery/${created.id}/fill`}>{texts.networks.fill}</a>
        </p>
      )}
      <List
        list={networks}
        name={texts.common.networks}
        nouns={texts.networks.nouns}
        none={texts.networks.noRows}
        search={texts.networks.search}
        columns={columns}
        forms={[
          {
            button: texts.common.change,
            isFor: () => true,
            content: (network, close) => (
              <Form
                button={texts.common.save}
                label={texts.common.changeLabel(network.name)}
                send={(values) => save(network, values).then(close)}
              >
                <NetworkFields network={network} />
              </Form>
            ),
          },
          {
            button: texts.common.delete,
            isFor: () => viewer.may.includes('deleteNetwork'),
            content: (network) => <Deletion network={network} reread={reread} />,
          },
        ]}
      />
    </>
  );
}

const columns: readonly Column<Network, NetworkOrderField>[] = [
  { title: texts.common.name, order: 'naturalName', cell: ({ name }) => <bdi>{name}</bdi> },
  { title: texts.networks.staleAfter, cell: ({ effectiveStaleAfterHours }) => `${effectiveStaleAfterHours} h` },
  {
    title: texts.networks.history,
    cell: ({ historyKeptSince }) => (historyKeptSince ? <Time at={historyKeptSince} /> : texts.networks.wholeHistory),
  },
];

function NetworkFields({ network: { name, staleAfterHours } }: { network: Network }) {
  return (
    <>
      <Field name="name" label={texts.common.name} required maxLength={100} defaultValue={name} />
      <Field
        name="staleAfterHours"
        label={texts.networks.staleAfterHours}
        type="number"
        min={1}
        defaultValue={staleAfterHours === null ? '' : String(staleAfterHours)}
        hint={texts.networks.staleHint}
      />
    </>
  );
}

interface DeletionProps {
  readonly network: Network;
  readonly reread: () => Promise<unknown>;
}

/** The form for deleting a network. The user has to type the network's name to confirm. */
function Deletion({ network: { id, name }, reread }: DeletionProps) {
  const { notice } = useHere();
  const remove = async (values: FormData) => {
    if (readText(values, 'typed').trim() !== name)
      throw new Refusal(texts.networks.typeName(name), 'name_mismatch', false, undefined, { field: 'typed' });
    await ask(PeopleDeleteNetworkDocument, { id });
    await reread();
    notice(texts.networks.deletedNotice(name));
  };
  return (
    <Form button={texts.networks.deleteNetwork} label={texts.common.deleteLabel(name)} isDangerous send={remove}>
      <p>
        {texts.networks.allFoundIn} <bdi>{name}</bdi> {texts.networks.deletionEffect}
      </p>
      <Field name="typed" label={texts.networks.typedLabel(name)} required />
    </Form>
  );
}
