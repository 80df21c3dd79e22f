// Sessions of the user: lists them, ends one session, and ends all other sessions.
import { call, useAsked } from '../../kit/asking';
import { Confirm } from '../../kit/sections/confirm';
import { useHere } from '../parts/frame';
import { Facts, Rows, Time } from '../../kit/sections/rows';
import { texts } from '../texts';

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
      <Rows
        list={sessions}
        name={texts.sessions.sessions}
        none={texts.sessions.noRows}
        row={(session) => (
          <>
            <h3>{session.is_current ? texts.sessions.thisBrowser : texts.sessions.anotherBrowser}</h3>
            <Facts
              facts={[
                [texts.sessions.signedIn, <Time at={session.created_at} />],
                [texts.common.lastUsed, <Time at={session.last_used_at} />],
                [texts.sessions.ends, <Time at={session.expires_at} />],
              ]}
            />
            {!session.is_current && (
              <div class="buttons">
                <Confirm
                  button={texts.sessions.end}
                  label={texts.sessions.endTheSessionOf(new Date(session.created_at).toLocaleString())}
                  question={texts.sessions.endQuestion}
                  act={() => end(session.id)}
                />
              </div>
            )}
          </>
        )}
      />
      {(sessions.data?.length ?? 0) > 1 && (
        <Confirm
          button={texts.sessions.endOthers}
          label={texts.sessions.endOthersLabel}
          question={texts.sessions.endOthersQuestion}
          act={endOthers}
        />
      )}
    </>
  );
}
