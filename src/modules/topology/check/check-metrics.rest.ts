// The REST route of verdicts in the text format of Prometheus: for each check and network, whether it fails.
import { ListPrometheusChecksDocument, type ListPrometheusChecksQuery } from '../../../generated/operations';
import { listingRoute, type Pages } from '../../../rest/route';

type Verdict = ListPrometheusChecksQuery['page']['nodes'][number];

/** Maximum number of verdicts in a response. */
const most = 50_000;
const metric = 'netloom_check_failing';
const head = `# HELP ${metric} Whether a check fails in a network: 1 or 0; NaN if evidence is missing.
# TYPE ${metric} gauge
`;

const values: Readonly<Record<Verdict['state'], string>> = { Failing: '1', Passing: '0', Unknown: 'NaN' };

/** Escapes the value of a Prometheus label: backslashes, quotes and line feeds. */
const labelValue = (text: string): string =>
  text.replace(/[\\"\n]/g, (one) => (one === '\n' ? String.raw`\n` : `\\${one}`));

export function metricLine({ state, network, check }: Verdict): string {
  const labels = {
    ...{ check: check.name, check_id: check.id, severity: check.severity, muted: String(check.is_muted) },
    ...{ network: network.name, network_id: network.id },
  };
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${labelValue(value)}"`);
  return `${metric}{${pairs.join(',')}} ${values[state]}\n`;
}

async function* writeMetrics(pages: Pages): AsyncGenerator<string, void, undefined> {
  let before = head;
  for await (const rows of pages) {
    yield before + (rows as readonly Verdict[]).map(metricLine).join('');
    before = '';
  }
  if (before !== '') yield before;
}

export const checkMetricRoutes = [
  listingRoute('/integrations/prometheus/checks', ListPrometheusChecksDocument, {
    description: `Metrics for Prometheus: \`${metric}\`, 1 or 0 for each check and network, NaN if evidence is missing. Checks that are not judged yet are left out. At most ${most} verdicts, else \`query_too_expensive\`.`,
    mediaType: 'text/plain',
    schema: { type: 'string', description: 'Metrics in the text format of Prometheus.' },
    example: `${head}${metric}{check="No address twice",check_id="5a6f…",severity="Warning",muted="false",network="Lyon Branch",network_id="f31a…"} 0\n`,
    most,
    write: writeMetrics,
  }),
];
