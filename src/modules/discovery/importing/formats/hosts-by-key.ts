// Collects the hosts of an imported file in which the parts of one host are at several places. A key, such as the
// host's name, identifies the host.
import { ImportFileError, mostEntries, mostParts, type ImportedEntry, type ImportedHost } from './imported-entries';

type Parts = 'addresses' | 'ports' | 'services' | 'interfaces';

export class HostsByKey {
  private readonly hosts = new Map<string, { line: number; host: ImportedHost; isFull: boolean }>();
  private parts = 0;

  get(key: string): ImportedHost | undefined {
    return this.hosts.get(key)?.host;
  }

  /** Returns the host with this key. For an unknown key, creates a host that begins at this line. */
  at(key: string, line: number): ImportedHost {
    const existingHost = this.hosts.get(key);
    if (existingHost) return existingHost.host;
    const host: ImportedHost = { addresses: [], ports: [], services: [], interfaces: [] };
    this.hosts.set(key, { line, host, isFull: false });
    this.count(line);
    return host;
  }

  add<P extends Parts>(key: string, line: number, kind: P, part: ImportedHost[P][number]): void {
    const list: unknown[] = this.at(key, line)[kind];
    if (list.length === mostParts) this.hosts.get(key)!.isFull = true;
    else {
      list.push(part);
      this.count(line);
    }
  }

  *entries(): Generator<ImportedEntry> {
    for (const { line, host, isFull } of this.hosts.values()) {
      const text = host.name ?? host.hostname ?? host.addresses[0]?.ip ?? host.id ?? 'a host';
      if (isFull) yield { kind: 'Refused', line, code: 'too_many_parts', text };
      yield { kind: 'Host', line, host };
    }
  }

  private count(line: number): void {
    this.parts += 1;
    if (this.parts > mostEntries) throw new ImportFileError('too_many_entries', line, `at most ${mostEntries}`);
  }
}
