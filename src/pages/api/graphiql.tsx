// Starts GraphiQL in the browser, below the header of the pages. If nobody is signed in, opens the sign-in page.
import { render } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { ask, Refusal } from '../kit/ask';
import { errorText } from '../kit/asking';
import { ApiHeader } from './api-header';
import { send } from './credential';
import { memoryOf, openGraphiql, type Examples, type StartingPoint } from './open-graphiql';
import { texts } from './texts';
import '../kit/base.css';
import './styles/api.css';
import './styles/graphiql.css';

const signInAddress = `/sign-in?next=${encodeURIComponent(location.pathname + location.search)}`;
const leadsAway = ['auth_api_access_disabled', 'auth_second_factor_enrolment_required'];

async function readExamples(): Promise<Examples> {
  const response = await fetch('/assets/examples.json');
  return (await response.json()) as Examples;
}

async function start(setRows: (rows: StartingPoint) => void, onSignedOut: () => void) {
  const { startingPoint, examples } = await readExamples();
  const rows = await ask<StartingPoint, object>(startingPoint, {}, { send });
  setRows(rows);
  await openGraphiql(document.getElementById('graphiql')!, rows, examples, onSignedOut);
}

function restoreExamples({ viewer }: StartingPoint) {
  if (!confirm(texts.replaceTabs)) return;
  memoryOf(viewer.userId).close();
  location.assign('/graphiql');
}

function Frame() {
  const [rows, setRows] = useState<StartingPoint>();
  const [problem, setProblem] = useState<string | null>(null);
  const [isSignedOut, setSignedOut] = useState(false);
  useEffect(() => {
    start(setRows, () => setSignedOut(true)).catch((error: unknown) => {
      if (error instanceof Refusal && (error.isSignedOut || leadsAway.includes(error.code)))
        location.replace(signInAddress);
      else setProblem(errorText(error));
    });
  }, []);
  return (
    <>
      <ApiHeader viewer={rows?.viewer} networks={rows?.networks.nodes} setProblem={setProblem}>
        {rows && (
          <button type="button" onClick={() => restoreExamples(rows)}>
            {texts.restoreExamples}
          </button>
        )}
      </ApiHeader>
      <div role="alert">
        {problem && <p class="problem">{problem}</p>}
        {isSignedOut && (
          <p class="problem">
            {texts.signedOut} <a href={signInAddress}>{texts.signIn}</a>
          </p>
        )}
      </div>
    </>
  );
}

render(<Frame />, document.getElementById('frame')!);
