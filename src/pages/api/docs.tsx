// Starts the REST documentation in the browser: Swagger UI below the header. Anybody can read it without signing in.
import { render } from 'preact';
import { useState } from 'preact/hooks';
import { KitFrameDocument } from '../../generated/kit-operations';
import { ask, Refusal } from '../kit/ask';
import { errorText, useAsked } from '../kit/asking';
import { ApiHeader } from './api-header';
import { send } from './credential';
import { loadFile } from './load-file';
import { labelSwagger } from './swagger-labels';
import '../kit/base.css';
import './styles/api.css';
import './styles/docs.css';

const isSignedOut = (error: unknown): boolean => error instanceof Refusal && error.isSignedOut;

function Frame() {
  const [problem, setProblem] = useState<string | null>(null);
  const { data } = useAsked(() =>
    ask(KitFrameDocument, {}, { send }).catch((error: unknown) => {
      if (!isSignedOut(error)) setProblem(errorText(error));
      return null;
    }),
  );
  return (
    <>
      <ApiHeader
        viewer={data?.viewer}
        networks={data?.networks.nodes}
        isSignedOut={data === null}
        setProblem={setProblem}
      />
      <div role="alert">{problem && <p class="problem">{problem}</p>}</div>
    </>
  );
}

render(<Frame />, document.getElementById('frame')!);
labelSwagger(document.getElementById('swagger-ui')!);
await loadFile('link', { rel: 'stylesheet', href: '/docs/swagger-ui.css' });
await loadFile('script', { src: '/docs/swagger-ui-bundle.js' });
await loadFile('script', { src: '/docs/start.js' });
