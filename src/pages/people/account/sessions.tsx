// Sessions of the user: lists them, ends one session, and ends all other sessions.
import { call, useAsked } from '../../kit/asking';
import { Confirm } from '../../kit/sections/confirm';
import { useHere } from '../parts/frame';
import { Facts, Rows, Time } from '../../kit/sections/rows';

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
    notice('The session has ended.');
  };
  const endOthers = async () => {
    await call('POST', '/api/auth/sessions/end-others');
    await sessions.reload();
    notice('All other sessions have ended.');
  };
  return (
    <>
      <p>A session ends after seven days without use.</p>
      <Rows
        list={sessions}
        name="Sessions"
        none="There are no sessions."
        row={(session) => (
          <>
            <h3>{session.is_current ? 'This browser' : 'Another browser'}</h3>
            <Facts
              facts={[
                ['Signed in', <Time at={session.created_at} />],
                ['Last used', <Time at={session.last_used_at} />],
                ['Ends', <Time at={session.expires_at} />],
              ]}
            />
            {!session.is_current && (
              <div class="buttons">
                <Confirm
                  button="End"
                  label={`End the session of ${new Date(session.created_at).toLocaleString()}`}
                  question="End this session? That browser has to sign in again."
                  act={() => end(session.id)}
                />
              </div>
            )}
          </>
        )}
      />
      {(sessions.data?.length ?? 0) > 1 && (
        <Confirm
          button="End all others"
          label="End all other sessions"
          question="End all sessions but this one? Those browsers have to sign in again."
          act={endOthers}
        />
      )}
    </>
  );
}
