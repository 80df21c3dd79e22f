// Shares of topologies: creates a share of a network's current state, copies its link, and disables and deletes shares.
import {
  PeopleCreateShareDocument,
  PeopleDeleteShareDocument,
  PeopleLiveTopologyDocument,
  PeopleSetShareEnabledDocument,
  PeopleSharesDocument,
  type PeopleSharesQuery,
  type ShareOrderField,
} from '../../../generated/people-operations';
import { Refusal } from '../../kit/ask';
import { Copyable } from '../../kit/command';
import { ask } from '../../kit/asking';
import { List, type Column } from '../../kit/list/list';
import { useList, type ListQuestion } from '../../kit/list/use-list';
import { Confirm } from '../../kit/sections/confirm';
import { Choice, Field, Form, readExpiry, lifetimes, readText } from '../../kit/sections/form';
import { useHere } from '../parts/frame';
import { Opened, Time } from '../../kit/sections/rows';

type Share = PeopleSharesQuery['list']['nodes'][number];

const addressOf = ({ id }: Share): string => `${location.origin}/share/${id}`;

export function Shares() {
  const { networks } = useHere();
  const shares = useList(
    ({ text, ...asked }: ListQuestion<ShareOrderField>) =>
      ask(PeopleSharesDocument, { ...asked, filter: text === '' ? {} : { name: { contains: text } } }),
    { field: 'createdAt', isDescending: true },
  );
  return (
    <>
      <p>Anyone with the link of a share can view one topology without an account.</p>
      {networks.length > 0 && <NewShare reread={shares.reload} />}
      <List
        list={shares}
        name="Shares"
        nouns={['share', 'shares']}
        none="There are no shares."
        search="Part of the name of a share"
        columns={columns}
        actions={(share) => <ShareActions share={share} reread={shares.reload} />}
      />
    </>
  );
}

const columns: readonly Column<Share, ShareOrderField>[] = [
  { title: 'Name', order: 'naturalName', cell: ({ name }) => <bdi>{name}</bdi> },
  { title: 'State', order: 'isEnabled', cell: ({ isEnabled }) => (isEnabled ? 'on' : <strong>off</strong>) },
  { title: 'Network', cell: ({ network }) => <bdi>{network.name}</bdi> },
  {
    title: 'Shows',
    cell: ({ topology: { snapshot } }) => (snapshot ? <Time at={snapshot.takenAt} /> : 'now'),
  },
  { title: 'Password', cell: ({ hasPassword }) => (hasPassword ? 'yes' : 'no') },
  { title: 'Expires', order: 'expiresAt', cell: ({ expiresAt }) => (expiresAt ? <Time at={expiresAt} /> : 'never') },
  { title: 'Created by', cell: ({ createdByUser }) => createdByUser && <bdi>{createdByUser.email}</bdi> },
  { title: 'Link', cell: (share) => <ShareLink share={share} /> },
];

function ShareLink({ share }: { share: Share }) {
  const { notice } = useHere();
  return <Copyable text={addressOf(share)} name={`Address of ${share.name}`} notice={notice} />;
}

function NewShare({ reread }: { reread: () => Promise<unknown> }) {
  const { networks, notice } = useHere();
  const create = async (values: FormData) => {
    const networkId = readText(values, 'networkId');
    const [topology] = (await ask(PeopleLiveTopologyDocument, { networkId })).topologies.nodes;
    if (!topology) throw new Refusal('The network was deleted: reload the page.', 'entity_not_found');
    const name = readText(values, 'name');
    const password = readText(values, 'password');
    const input = {
      ...{ name, networkId, topologyId: topology.id, expiresAt: readExpiry(readText(values, 'expiresAt')) },
      ...(password && { password }),
    };
    await ask(PeopleCreateShareDocument, { input });
    await reread();
    notice(`${name} is shared.`);
  };
  return (
    <Opened title="New share">
      {(close) => (
        <Form button="Create share" send={(values) => create(values).then(close)}>
          <Field name="name" label="Name" required maxLength={100} />
          <Choice name="networkId" label="Network" options={networks.map(({ id, name }) => [id, name] as const)} />
          <Field
            name="password"
            label="Password"
            type="password"
            autocomplete="new-password"
            maxLength={256}
            hint="Visitors must enter it. Leave empty for no password."
          />
          <Choice name="expiresAt" label="Expires after" options={lifetimes} />
        </Form>
      )}
    </Opened>
  );
}

function ShareActions({ share, reread }: { share: Share; reread: () => Promise<unknown> }) {
  const { notice } = useHere();
  const { id, name } = share;
  const setEnabled = async (isEnabled: boolean) => {
    await ask(PeopleSetShareEnabledDocument, { id, isEnabled });
    await reread();
  };
  const remove = async () => {
    await ask(PeopleDeleteShareDocument, { id });
    await reread();
    notice(`${name} is deleted.`);
  };
  return (
    <>
      <Confirm
        key={String(share.isEnabled)}
        button={share.isEnabled ? 'Switch off' : 'Switch on'}
        label={`${share.isEnabled ? 'Switch off' : 'Switch on'} ${share.name}`}
        question={
          share.isEnabled
            ? `Switch “${share.name}” off? Its visitors are refused at once.`
            : `Switch “${share.name}” on again, for everyone with the link?`
        }
        act={() => setEnabled(!share.isEnabled)}
      />
      <Confirm
        button="Delete"
        label={`Delete ${share.name}`}
        question={`Delete “${share.name}”? Its link stops working. This cannot be undone.`}
        act={remove}
      />
    </>
  );
}
