// Reads a file to import, and sends it to the service. The service plans the import and applies the plan.
import { KitApplyImportDocument, KitPlanImportDocument } from '../../../generated/kit-operations';
import type { ImportFormat, KitPlanImportMutation } from '../../../generated/kit-operations';
import { Refusal } from '../ask';
import { ask } from '../ask-as-of';

export type Plan = KitPlanImportMutation['planImport'];

/** Names of the formats, in the order in which the user chooses among them. */
export const formatNames: Readonly<Record<ImportFormat, string>> = {
  NmapXml: 'nmap -oX or masscan -oX',
  DnsmasqLeases: 'dnsmasq leases',
  IscDhcpdLeases: 'ISC DHCP leases',
  OdhcpdLeases: 'odhcpd state file (OpenWrt)',
  KeaLeases: 'Kea leases (CSV)',
  IpNeighJson: 'ip -j neigh',
  BridgeFdbJson: 'bridge -j fdb',
  LldpcliJson: 'lldpcli -f json show neighbors',
  NetloomCsv: 'CSV export of Netloom',
  NetBox: 'NetBox, as written by npm run import',
};

export interface Wanted {
  readonly networkId: string;
  readonly file: File;
  /** The format of the file; undefined if the service should detect the format from the content. */
  readonly format: ImportFormat | undefined;
  /** Name or IP address of the machine on which the file was created. Empty if the file itself names the machine. */
  readonly host: string;
}

/** Maximum size of a file's text in bytes. The limit for the whole request is `mostSentBytes`. */
export const mostBytes = 2_000_000;
const mostSentBytes = 2_090_000;
const longestName = 255;

/** Thrown if the file is larger than the limit of the page. The command `npm run import` can import larger files. */
export class TooLarge extends Error {}

export async function planFile({ networkId, file, format, host }: Wanted, signal: AbortSignal): Promise<Plan> {
  const text = await textOf(file);
  if (new Blob([JSON.stringify(text)]).size > mostSentBytes) throw tooLarge(file.name);
  const fileName = [...file.name].slice(0, longestName).join('') || 'file';
  const input = { networkId, fileName, file: text, format: format ?? null, host: host.trim() || null };
  try {
    return (await ask(KitPlanImportDocument, { input }, { signal })).planImport;
  } catch (error) {
    throw error instanceof Refusal && error.code === 'payload_too_large' ? tooLarge(file.name) : error;
  }
}

const tooLarge = (name: string) =>
  new TooLarge(`${name} is too large for this page, which sends 2 MB at most. The command below reads up to 64 MB.`);

async function textOf(file: File): Promise<string> {
  if (file.size > mostBytes) throw tooLarge(file.name);
  const bytes = await file.arrayBuffer().catch(() => {
    throw new Error(`${file.name} cannot be read: it may be a folder, or was moved or changed.`);
  });
  if (bytes.byteLength === 0) throw new Error(`${file.name} is empty.`);
  const { text, wrongAt } = decoded(new Uint8Array(bytes));
  if (wrongAt === -1) return text;
  const line = text.slice(0, wrongAt).split('\n').length;
  throw new Error(`${file.name} is not text in UTF-8 or, with a byte order mark, UTF-16: line ${line}.`);
}

function decoded(bytes: Uint8Array): { readonly text: string; readonly wrongAt: number } {
  const mark = bytes[0]! * 256 + (bytes[1] ?? 0);
  const encoding = mark === 0xfffe ? 'utf-16le' : mark === 0xfeff ? 'utf-16be' : 'utf-8';
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
    return { text, wrongAt: text.indexOf('\0') };
  } catch {
    const text = new TextDecoder(encoding).decode(bytes);
    return { text, wrongAt: text.search(/[\0\ufffd]/) };
  }
}

export async function applyPlan({ id }: Plan): Promise<void> {
  try {
    await ask(KitApplyImportDocument, { planId: id });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (error.code === 'entity_changed')
      throw new Error('The network has changed since the file was read: read it again.');
    // The plan has expired, or a newer plan of the same user has replaced it.
    if (error.code === 'entity_expired' || error.code === 'entity_not_found')
      throw new Error('The plan is too old: read the file again.');
    throw error;
  }
}

/** Whether the service cannot tell from the file on which host it was created, so that the user has to say. */
export const isHostWanting = (error: unknown): boolean =>
  error instanceof Refusal && error.params.problem === 'host_required';

export const planCounts = ({ created, changed, matched, refused }: Plan): string =>
  `${created} to create, ${changed} to change, ${matched} unchanged, ${refused} skipped`;
