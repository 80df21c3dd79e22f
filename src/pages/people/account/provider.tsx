// The OpenID Connect provider with which the user signs in: links and unlinks it. At most one provider is linked.
import { useState } from 'preact/hooks';
import { call, useAsked, errorText } from '../../kit/asking';
import { Confirm } from '../../kit/sections/confirm';
import { useHere } from '../parts/frame';
import { Time } from '../../kit/sections/rows';
import { texts } from './texts';

interface Config {
  readonly oidc_providers: readonly { readonly slug: string; readonly name: string }[];
}

export function Provider() {
  const { viewer, notice, reload } = useHere();
  const { oidcProvider, oidcLinkedAt } = viewer.user;
  const { data, problem } = useAsked(() => call<Config>('GET', '/api/config'));
  const [refused, setRefused] = useState<string | null>(null);
  const providers = data?.oidc_providers ?? [];
  const nameOf = (slug: string) => providers.find((one) => one.slug === slug)?.name ?? slug;
  const link = async (slug: string) => {
    setRefused(null);
    try {
      const path = `/api/auth/oidc/${slug}/link?next=${encodeURIComponent('/account/provider')}`;
      location.assign((await call<{ readonly url: string }>('POST', path)).url);
    } catch (error) {
      setRefused(errorText(error));
    }
  };
  const unlink = async (slug: string) => {
    await call('POST', `/api/auth/oidc/${slug}/unlink`);
    await reload();
    notice(texts.provider.unlinkedNotice(nameOf(slug)));
  };
  return (
    <>
      <div role="alert">{(problem ?? refused) && <p class="problem">{problem ?? refused}</p>}</div>
      {oidcProvider ? (
        <>
          <p>
            <bdi>{nameOf(oidcProvider)}</bdi> {texts.provider.signsYouIn}
            {oidcLinkedAt && (
              <>
                {texts.provider.linked} <Time at={oidcLinkedAt} />
              </>
            )}
            .
          </p>
          <Confirm
            button={texts.provider.unlink}
            label={texts.provider.unlinkLabel(nameOf(oidcProvider))}
            question={texts.provider.unlinkQuestion(nameOf(oidcProvider))}
            act={() => unlink(oidcProvider)}
          />
        </>
      ) : (
        <>
          {data && <p>{providers.length === 0 ? texts.provider.noProviders : texts.provider.notLinked}</p>}
          <div class="buttons">
            {providers.map(({ slug, name }) => (
              <button key={slug} type="button" onClick={() => void link(slug)}>
                {texts.common.link} {name}
              </button>
            ))}
          </div>
        </>
      )}
    </>
  );
}
