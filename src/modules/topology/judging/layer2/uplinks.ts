// Judges whether each selected host has uplinks to enough different devices.
import type { Judge } from '../context';
import { cabling } from '../cabling';
import { hostsWithLostCable, isMissing } from '../facts-index';
import { forwardingOf } from '../roles';
import { neighborHosts } from './cables';

const none: ReadonlySet<string> = new Set();

export const judgeUplinks: Judge<'UplinksToDifferentDevices'> = ({ index, selected, report }, { count: required }) => {
  const neighbors = neighborHosts(cabling(index.present.interfaces));
  const forwarding = forwardingOf(index);
  const cabled = hostsWithLostCable(index);
  report.addJudged(selected.hosts.length);
  if (neighbors.size === 0) return selected.hosts.length > 0 ? report.lack('no_cables') : undefined;
  for (const host of selected.hosts) {
    const { id } = host;
    const hosts = neighbors.get(id) ?? (cabled.has(id) ? none : undefined);
    if (isMissing(host)) report.lack('host_missing', id);
    else if (!hosts) report.lack('host_without_cable', id);
    else {
      const uplinks = [...hosts].filter((other) => forwarding.asUplink(other) === 'Yes').sort();
      const undecided = [...hosts].filter((other) => forwarding.asUplink(other) === 'Maybe');
      if (uplinks.length >= required) continue;
      if (uplinks.length + undecided.length >= required) {
        for (const other of undecided) report.lack('role_not_known', other);
        continue;
      }
      const possibleUplinks = [...uplinks, ...undecided].sort();
      report.find('too_few_uplinks', [id, required, ...possibleUplinks], () => ({
        subject: 'Host',
        elementIds: [id, ...possibleUplinks],
        params: { host: index.nameOfHost(id), count: possibleUplinks.length, required },
      }));
    }
  }
};
