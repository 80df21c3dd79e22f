// Judges services: required and forbidden services of hosts, and certificates of services.
import type { Inventory, InventoryService } from '../../graph/inventory';
import { memoizeByIdentity } from '../../graph/remembered';
import type { ServicePattern } from '../check-rules';
import type { Judge } from '../context';
import type { FactsIndex } from '../facts-index';

interface BoundPort {
  readonly number: number;
  readonly protocol: 'Tcp' | 'Udp';
}

/** Category of the services that stand for open ports with unknown software. */
const unidentifiedCategory = 'OpenPorts';
const isIdentified = ({ software }: InventoryService): boolean => software.category !== unidentifiedCategory;

const portsOf = ({ lookup }: FactsIndex, { id }: InventoryService): BoundPort[] =>
  lookup.bindingsOf(id).flatMap(({ portId }) => lookup.ports.get(portId ?? '') ?? []);

const isPort = (port: ServicePattern['port'], one: BoundPort): boolean =>
  port?.number === one.number && port.protocol === one.protocol;

const matches = (
  index: FactsIndex,
  service: InventoryService,
  { category, definition, port }: ServicePattern,
): boolean =>
  (category === undefined || service.software.category === category) &&
  (definition === undefined || service.software.definition === definition) &&
  (port === undefined || portsOf(index, service).some((one) => isPort(port, one)));

/** Describes the pattern for users: software or category, and port. */
const describePattern = ({ category, definition, port }: ServicePattern): string =>
  [definition ?? category, port && `${port.protocol.toUpperCase()} ${port.number}`].filter(Boolean).join(', ') || 'any';

/** Whether one of the services may match the pattern: its software is unknown, and it has the port of the pattern. */
const mayMatch = (index: FactsIndex, services: readonly InventoryService[], pattern: ServicePattern): boolean =>
  services.some(
    (service) =>
      !isIdentified(service) &&
      (pattern.port === undefined || portsOf(index, service).some((one) => isPort(pattern.port, one))),
  );

const portsByHost = memoizeByIdentity((ports: Inventory['ports']): ReadonlyMap<string, readonly BoundPort[]> =>
  Map.groupBy(ports, ({ hostId }) => hostId),
);

export const judgeRequired: Judge<'ServiceRequired'> = (context, { service: pattern }) => {
  const { index, selected, report } = context;
  const ports = portsByHost(context.index.lookup.inventory.ports);
  for (const { id, displayName: host } of selected.hosts) {
    report.addJudged(1);
    const services = index.lookup.servicesOf(id);
    const openPorts = ports.get(id) ?? [];
    if (services.some((service) => matches(index, service, pattern))) continue;
    if (isPortAlone(pattern) && openPorts.some((one) => isPort(pattern.port, one))) continue;
    if (services.length === 0 && openPorts.length === 0) report.lack('services_not_known', id);
    else if (!isPortAlone(pattern) && mayMatch(index, services, pattern)) report.lack('service_not_identified', id);
    else {
      const service = describePattern(pattern);
      report.find('service_missing', [id, service], () => ({
        subject: 'Host',
        elementIds: [id],
        params: { host, service },
      }));
    }
  }
};

const isPortAlone = ({ category, definition }: ServicePattern): boolean =>
  category === undefined && definition === undefined;

export const judgeForbidden: Judge<'ServiceForbidden'> = (context, { service: pattern }) => {
  const { index, selected, report } = context;
  const ports = portsByHost(context.index.lookup.inventory.ports);
  const service = describePattern(pattern);
  for (const { id, displayName: host } of selected.hosts) {
    report.addJudged(1);
    const services = index.lookup.servicesOf(id);
    const openPorts = ports.get(id) ?? [];
    const forbidden = services.filter((one) => matches(index, one, pattern));
    for (const one of forbidden)
      report.find('service_forbidden', [one.id, service], () => ({
        subject: 'Service',
        elementIds: [one.id, id],
        params: { host, service, name: one.name },
      }));
    if (forbidden.length > 0) continue;
    if (isPortAlone(pattern) && openPorts.some((one) => isPort(pattern.port, one)))
      report.find('service_forbidden', [id, service], () => ({
        subject: 'Host',
        elementIds: [id],
        params: { host, service, name: service },
      }));
    else if (services.length === 0 && openPorts.length === 0) report.lack('services_not_known', id);
    else if (pattern.port && mayMatch(index, services, pattern)) report.lack('service_not_identified', id);
  }
};

/** TCP ports of services that use TLS from the first byte, according to the registry of IANA. */
const portsOfTls: ReadonlySet<number> = new Set([443, 465, 563, 636, 853, 989, 990, 992, 993, 995, 5061, 8443]);

const speaksTls = ({ number, protocol }: BoundPort): boolean => protocol === 'Tcp' && portsOfTls.has(number);

const millisecondsOfDay = 86_400_000;

export const judgeCertificates: Judge<'CertificatesValid'> = ({ index, selected, report }, { days }) => {
  const { facts, lookup } = index;
  const now = Date.parse(facts.at);
  const latest = now + days * millisecondsOfDay;
  const certificates = new Map(facts.certificates.map((one) => [one.portId, one]));
  for (const { id, displayName: host } of selected.hosts)
    for (const service of lookup.servicesOf(id)) {
      const portIds = new Set(lookup.bindingsOf(service.id).flatMap(({ portId }) => portId ?? []));
      const ofService = [...portIds].flatMap((portId) => certificates.get(portId) ?? []);
      const unread = [...portIds].filter((portId) => !certificates.has(portId));
      const isUnread = unread.some((portId) => {
        const port = lookup.ports.get(portId);
        return port !== undefined && speaksTls(port);
      });
      if (ofService.length === 0 && !isUnread) continue;
      report.addJudged(1);
      if (isUnread) report.lack('certificate_not_read', service.id);
      for (const { subject, notBefore, notAfter } of ofService) {
        const about = { subject: 'Service' as const, elementIds: [service.id, id] };
        const params = { host, name: service.name, subject };
        if (Date.parse(notAfter) < latest)
          report.find('certificate_expires', [service.id, subject, Date.parse(notAfter)], () => ({
            ...about,
            params: { ...params, notAfter },
          }));
        else if (Date.parse(notBefore) > now)
          report.find('certificate_not_yet_valid', [service.id, subject, Date.parse(notBefore)], () => ({
            ...about,
            params: { ...params, notBefore },
          }));
      }
    }
};
