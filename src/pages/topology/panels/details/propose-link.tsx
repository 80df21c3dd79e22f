// A form to propose a link of a port: finds the machine at the remote end by name, and offers its ports.
import { useRef, useState } from 'preact/hooks';
import { PageHostsByNameDocument, PagePortsOfHostDocument } from '../../../../generated/page-operations';
import { displayNameBeside, ownNameOf, type NamedPort } from '../../../../modules/topology/graph/ports/port-name';
import { ask } from '../../../kit/ask-as-of';
import { usePage } from '../use-page';
import { texts } from './texts';

interface Row {
  readonly id: string;
  readonly displayName: string;
}
type Port = Row & NamedPort;
interface ProposeLinkProps {
  readonly networkId: string;
  readonly propose: (far: { readonly portId: string | null; readonly hostId: string }) => Promise<void>;
}

/**
 * Returns a function that gives the answer of a request to `take`, unless a newer request has been sent: the answer would
 * be about a machine that is no longer chosen.
 */
function useNewest(onFailure: (error: unknown) => void) {
  const newest = useRef<symbol>(undefined);
  return async <T,>(asking: Promise<T>, take: (answer: T) => void): Promise<void> => {
    const request = Symbol();
    newest.current = request;
    try {
      const answer = await asking;
      if (newest.current === request) take(answer);
    } catch (error) {
      if (newest.current === request) onFailure(error);
    }
  };
}

export function ProposeLink({ networkId, propose }: ProposeLinkProps) {
  const page = usePage();
  const [text, setText] = useState('');
  const [hosts, setHosts] = useState<readonly Row[]>();
  const [hostId, setHostId] = useState('');
  const [ports, setPorts] = useState<readonly Port[]>([]);
  const [portId, setPortId] = useState('');
  const [problem, setProblem] = useState('');

  const ifNewest = useNewest((error) => setProblem(page.wordsFor(error)));
  const choose = (id: string): Promise<void> => {
    setProblem('');
    setHostId(id);
    setPortId('');
    setPorts([]);
    return ifNewest(ask(PagePortsOfHostDocument, { networkId, hostId: id }), ({ interfaces }) =>
      setPorts(interfaces.nodes),
    );
  };
  const find = (): Promise<void> => {
    setProblem('');
    setHosts(undefined);
    return ifNewest(ask(PageHostsByNameDocument, { networkId, text: text.trim() }), ({ hosts: { nodes } }) => {
      setHosts(nodes);
      if (nodes[0]) void choose(nodes[0].id);
    });
  };
  const send = async (): Promise<void> => {
    await propose({ portId: portId || null, hostId });
    setHosts(undefined);
    setText('');
  };
  return (
    <details>
      <summary>{texts.proposeLink.proposeALink}</summary>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (text.trim() !== '') void find();
        }}
      >
        <label>
          {texts.proposeLink.otherMachine}{' '}
          <input type="search" value={text} onInput={({ currentTarget }) => setText(currentTarget.value)} />
        </label>{' '}
        <button type="submit" class="plain">
          {texts.proposeLink.find}
        </button>
      </form>
      {problem && <p class="problem">{problem}</p>}
      {hosts?.length === 0 && <p class="quiet">{texts.proposeLink.noMachine}</p>}
      {hosts && hosts.length > 0 && (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            void send();
          }}
        >
          <label for="link-machine">{texts.proposeLink.machine}</label>{' '}
          <select id="link-machine" value={hostId} onChange={({ currentTarget }) => void choose(currentTarget.value)}>
            {hosts.map(({ id, displayName }) => (
              <option key={id} value={id}>
                {displayName}
              </option>
            ))}
          </select>{' '}
          <label for="link-port">{texts.proposeLink.port}</label>{' '}
          <select id="link-port" value={portId} onChange={({ currentTarget }) => setPortId(currentTarget.value)}>
            <option value="">{texts.proposeLink.anyPort}</option>
            {ports.map((port) => (
              <option key={port.id} value={port.id}>
                {[ownNameOf(port), displayNameBeside(port)].filter(Boolean).join(' · ')}
              </option>
            ))}
          </select>{' '}
          <button type="submit">{texts.proposeLink.propose}</button>
        </form>
      )}
    </details>
  );
}
