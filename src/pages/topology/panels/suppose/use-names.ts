// Reads the names of the hosts and ports in a what-if question, because the view may not draw them.
import { useEffect, useState } from 'preact/hooks';
import { PageSupposedNamesDocument } from '../../../../generated/page-operations';
import { ask } from '../../../kit/ask-as-of';
import { portOnDevice } from '../../../../modules/topology/graph/ports/port-name';
import { usePage, usePageState } from '../use-page';
import { texts } from './texts';

export function useNames(): (id: string) => string {
  const page = usePage();
  const { supposed } = usePageState().place;
  const { connecting } = usePageState();
  const [names, setNames] = useState<ReadonlyMap<string, string>>(new Map());
  const hostIds = supposed.flatMap((one) => (one.type === 'host' ? [one.id] : []));
  const portIds = supposed.flatMap((one) =>
    one.type === 'cable' ? [one.id, one.otherId] : one.type === 'port' ? [one.id] : [],
  );
  const interfaceIds = [...portIds, ...(connecting === null ? [] : [connecting])];
  const key = [...hostIds, ...interfaceIds].join();
  useEffect(() => {
    if (key === '') return undefined;
    let isCurrent = true;
    ask(PageSupposedNamesDocument, { hostIds, interfaceIds }, { at: page.scene().at }).then(
      ({ hosts, interfaces }) => {
        if (!isCurrent) return;
        setNames(
          new Map([
            ...hosts.nodes.map(({ id, displayName }) => [id, displayName] as const),
            ...interfaces.nodes.map((port) => [port.id, portOnDevice(port)] as const),
          ]),
        );
      },
      // The error is ignored: if a host or port does not exist, the panel "What if" shows an error.
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, [key]);
  return (id) => names.get(id) ?? texts.unnamed;
}
