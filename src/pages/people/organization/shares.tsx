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
import { texts } from './texts';

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
      <p>{texts.shares.purpose}</p>
      {networks.length > 0 && <NewShare reread={shares.reload} />}
      <List
        list={shares}
        name={texts.shares.shares}
        nouns={texts.shares.nouns}
        none={texts.shares.noRows}
        search={texts.shares.search}
        columns={columns}
        actions={(share) => <ShareActions share={share} reread={shares.reload} />}
      />
    </>
  );
}

const columns: readonly Column<Share, ShareOrderField>[] = [
  { title: texts.common.name, order: 'naturalName', cell: ({ name }) => <bdi>{name}</bdi> },
  {
    title: texts.shares.state,
    order: 'isEnabled',
    cell: ({ isEnabled }) => (isEnabled ? texts.shares.on : <strong>{texts.shares.off}</strong>),
  },
  { title: texts.shares.network, cell: ({ network }) => <bdi>{network.name}</bdi> },
  {
    title: texts.shares.shows,
    cell: ({ topology: { snapshot } }) => (snapshot ? <Time at={snapshot.takenAt} /> : texts.shares.now),
  },
  { title: texts.shares.password, cell: ({ hasPassword }) => (hasPassword ? texts.shares.yes : texts.shares.no) },
  {
    title: texts.common.expires,
    order: 'expiresAt',
    cell: ({ expiresAt }) => (expiresAt ? <Time at={expiresAt} /> : texts.common.never),
  },
  { title: texts.common.createdBy, cell: ({ createdByUser }) => createdByUser && <bdi>{createdByUser.email}</bdi> },
  { title: texts.common.link, cell: (share) => <ShareLink share={share} /> },
];

function ShareLink({ share }: { share: Share }) {
  const { notice } = useHere();
  return <Copyable text={addressOf(share)} name={texts.shares.linkLabel(share.name)} notice={notice} />;
}

function NewShare({ reread }: { reread: () => Promise<unknown> }) {
  const { networks, notice } = useHere();
  const create = async (values: FormData) => {
    const networkId = readText(values, 'networkId');
    const [topology] = (await ask(PeopleLiveTopologyDocument, { networkId })).topologies.nodes;
    if (!topology) throw new Refusal(texts.shares.networkDeleted, 'entity_not_found');
    const name = readText(values, 'name');
    const password = readText(values, 'password');
    const input = {
      ...{ name, networkId, topologyId: topology.id, expiresAt: readExpiry(readText(values, 'expiresAt')) },
      ...(password && { password }),
    };
    await ask(PeopleCreateShareDocument, { input });
    await reread();
    notice(texts.shares.sharedNotice(name));
  };
  return (
    <Opened title={texts.shares.newShare}>
      {(close) => (
        <Form button={texts.shares.createShare} send={(values) => create(values).then(close)}>
          <Field name="name" label={texts.common.name} required maxLength={100} />
          <Choice
            name="networkId"
            label={texts.shares.network}
            options={networks.map(({ id, name }) => [id, name] as const)}
          />
          <Field
            name="password"
            label={texts.shares.password}
            type="password"
            autocomplete="new-password"
            maxLength={256}
            hint={texts.shares.passwordHint}
          />
          <Choice name="expiresAt" label={texts.common.expiresAfter} options={lifetimes} />
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
    notice(texts.common.deletedNotice(name));
  };
  return (
    <>
      <Confirm
        key={String(share.isEnabled)}
        button={share.isEnabled ? texts.shares.switchOff : texts.shares.switchOn}
        label={`${share.isEnabled ? texts.shares.switchOff : texts.shares.switchOn} ${share.name}`}
        question={
          share.isEnabled ? texts.shares.switchOffQuestion(share.name) : texts.shares.switchOnQuestion(share.name)
        }
        act={() => setEnabled(!share.isEnabled)}
      />
      <Confirm
        button={texts.common.delete}
        label={texts.common.deleteLabel(share.name)}
        question={texts.shares.deleteQuestion(share.name)}
        act={remove}
      />
    </>
  );
}
