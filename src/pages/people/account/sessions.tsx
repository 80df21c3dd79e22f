// Sessions of the user: lists them, ends one session, and ends all other sessions.
import { call, useAsked } from '../../kit/asking';
import { instantWords } from '../../kit/instants/instant-words';
import { List, type Column } from '../../kit/list/list';
import { wholeList } from '../../kit/list/use-list';
import { Confirm } from '../../kit/sections/confirm';
import { Time } from '../../kit/sections/rows';
import { useHere } from '../parts/frame';
import { texts } from './texts';

interface Session {
  readonly id: string;
  readonly created_at: string;
  readonly last_used_at: string;
  readonly expires_at: string;
  readonly is_current: boolean;
}

export function Sessions() {
  const { notice } = useHere();
  const sessions = useAsked(() => call<readonly Session[]>('GET', '/api/auth/sessions'));
  const end = async (id: string) => {
    await call('POST', '/api/auth/sessions/end', { id });
    await sessions.reload();
    notice(texts.sessions.ended);
  };
  const endOthers = async () => {
    await call('POST', '/api/auth/sessions/end-others');
    await sessions.reload();
    notice(texts.sessions.othersEnded);
  };
  return (
    <>
      <p>{texts.sessions.lifetime}</p>
      <List
        list={wholeList(sessions)}
        name={texts.sessions.sessions}
        nouns={texts.sessions.nouns}
        none={texts.sessions.noRows}
        columns={columns}
        actions={(session) =>
          !session.is_current && (
            <Confirm
              button={texts.sessions.end}
              label={texts.sessions.endTheSessionOf(instantWords(session.created_at))}
              question={texts.sessions.endQuestion}
              act={() => end(session.id)}
            />
          )
        }
      />
      {(sessions.data?.length ?? 0) > 1 && (
        <Confirm
          button={texts.sessions.endOthers}
          label={texts.sessions.endOthers}
          question={texts.sessions.endOthersQuestion}
          act={endOthers}
        />
      )}
    </>
  );
}

const columns: readonly Column<Session, string>[] = [
  {
    title: texts.sessions.browser,
    cell: ({ is_current }) => (is_current ? texts.sessions.thisBrowser : texts.sessions.anotherBrowser),
  },
  { title: texts.sessions.signedIn, cell: ({ created_at }) => <Time at={created_at} /> },
  { title: texts.common.lastUsed, cell: ({ last_used_at }) => <Time at={last_used_at} /> },
  { title: texts.sessions.ends, cell: ({ expires_at }) => <Time at={expires_at} /> },
];
