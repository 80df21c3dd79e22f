// The header of the GraphiQL page and of the REST documentation: the header that all pages have, and links between
// these two pages.
import type { ComponentChildren } from 'preact';
import { Header } from '../kit/frame/header';
import { useLastNetwork } from '../kit/frame/use-last-network';
import type { Viewer } from '../kit/frame/viewer-menu';
import { apiKey, forgetApiKey } from './credential';
import { interfacePages, texts } from './texts';

interface ApiHeaderProps {
  readonly viewer: Viewer | undefined;
  readonly networks: readonly { readonly id: string; readonly name: string }[] | undefined;
  readonly isSignedOut?: boolean;
  readonly setProblem: (problem: string) => void;
  readonly children?: ComponentChildren;
}

function forgetKey() {
  forgetApiKey();
  location.assign('/sign-in');
}

export function ApiHeader({ viewer, networks, isSignedOut = false, setProblem, children }: ApiHeaderProps) {
  const [networkId, choose] = useLastNetwork(networks ?? []);
  const credential =
    apiKey() === null ? undefined : { note: texts.byKey, leaveText: texts.forgetKey, leave: forgetKey };
  return (
    <>
      <Header
        viewer={viewer}
        choice={networks && { networks, networkId, choose }}
        setProblem={setProblem}
        credential={credential}
        isSignedOut={isSignedOut}
      />
      <div class="api-bar">
        <nav class="tabs" aria-label={texts.interfaces}>
          {interfacePages.map(([address, name]) => (
            <a key={address} href={address} {...(location.pathname === address && { 'aria-current': 'page' as const })}>
              {name}
            </a>
          ))}
        </nav>
        {children}
      </div>
    </>
  );
}
