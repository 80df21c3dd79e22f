// Matches reported services with the stored services of a host.
import { randomUUID } from 'node:crypto';
import type { Service } from '../../../../generated/prisma/client';
import { openPortsDefinition, requireServiceDefinition } from '../../shared/service-definitions';
import type { CheckedReport } from './host-report.fields';

type ReportedService = CheckedReport['services'][number];
/** A service, the id with which it is or will be stored, and the reported rows that describe it. */
export interface KnownService<S = Service, R = ReportedService> {
  readonly id: string;
  readonly storedService: S | undefined;
  readonly reports: R[];
}
/** The values that identify a stored or reported service. */
interface Marks {
  readonly id?: string | null | undefined;
  readonly serviceDefinition?: string;
  readonly containerId?: string | null | undefined;
  readonly containerName?: string | null | undefined;
}
interface Bound {
  readonly portId: string | null;
}

/**
 * Returns the keys by which a service is matched, the most reliable first: its id, if any, then keys by kind of
 * software. A host has only one gateway and one OpenPorts service, and only one service of most software. Other
 * services are matched by software and container, or by software and port.
 */
function keysOf({ id, serviceDefinition = '', containerId, containerName }: Marks, bound: readonly Bound[]): string[] {
  const { isGeneric, isGateway, isOpenPorts } = requireServiceDefinition(serviceDefinition);
  const idKeys = id ? [`id ${id}`] : [];
  if (isOpenPorts) return [...idKeys, 'open ports'];
  if (isGateway) return [...idKeys, 'gateway'];
  if (!isGeneric) return [...idKeys, `software ${serviceDefinition}`];
  const of = `of ${serviceDefinition}`;
  return [
    ...idKeys,
    ...(containerId ? [`container ${containerId} ${of}`] : []),
    ...(containerName ? [`container named ${containerName} ${of}`] : []),
    ...bound.flatMap(({ portId }) => (portId ? [`port ${portId} ${of}`] : [])),
  ];
}

const isContainer = ({ containerId, containerName }: Marks): boolean => !!containerId || !!containerName;

/** Whether the next report can identify the service only by a port. */
export const isKnownByPort = (marks: Marks): boolean => keysOf({ ...marks, id: null }, []).length === 0;

export class KnownServices<S extends Marks & { readonly id: string }, R extends Marks> {
  /** The reported services without duplicates, each with its stored service if there is one. */
  readonly matches: KnownService<S, R>[] = [];
  private readonly byKey = new Map<string, KnownService<S, R>>();

  /**
   * `storedServices` must be sorted, oldest first. If several stored services match a reported service, the oldest
   * match is used.
   */
  constructor(storedServices: readonly S[], bindings: readonly (Bound & { readonly serviceId: string })[]) {
    const byService = new Map<string, Bound[]>();
    for (const one of bindings)
      (byService.get(one.serviceId) ?? byService.set(one.serviceId, []).get(one.serviceId)!).push(one);
    for (const row of storedServices)
      this.remember({ id: row.id, storedService: row, reports: [] }, keysOf(row, byService.get(row.id) ?? []));
  }

  get openPorts(): KnownService<S, R> | undefined {
    return this.byKey.get('open ports');
  }

  take(reportedService: R, bound: readonly Bound[]): KnownService<S, R> {
    const keys = keysOf(reportedService, bound);
    const match = keys
      .map((key) => ({ key, one: this.byKey.get(key) }))
      .find(({ key, one }) => one && fits(key, one, reportedService));
    const one = match?.one ?? { id: reportedService.id ?? randomUUID(), storedService: undefined, reports: [] };
    if (one.reports.length === 0) this.matches.push(one);
    one.reports.push(reportedService);
    this.remember(one, keys);
    return one;
  }

  /**
   * Returns the host's OpenPorts service, which is bound to the ports that no other service uses. Adds the service if
   * the host has none.
   */
  takeOpenPorts(): KnownService<S, R> {
    const { openPorts } = this;
    if (openPorts && openPorts.reports.length > 0) return openPorts;
    const { id, name } = openPortsDefinition;
    const openPortsReport: Marks & { readonly name: string } = { name, serviceDefinition: id };
    return this.take(openPortsReport as R & { readonly name: string }, []);
  }

  private remember(one: KnownService<S, R>, keys: readonly string[]): void {
    for (const key of keys) if (!this.byKey.has(key)) this.byKey.set(key, one);
  }
}

/**
 * Whether a match by this key is valid. Two containers are not matched by a common port: containers with different ids
 * or names are different services.
 */
const fits = (key: string, { storedService, reports }: KnownService<Marks, Marks>, other: Marks): boolean =>
  !(
    key.startsWith('port ') &&
    isContainer(other) &&
    [...(storedService ? [storedService] : []), ...reports].some(isContainer)
  );
