// Descriptions of reports of hosts, for GraphiQL and the OpenAPI document.
import { registerTexts } from '../../../../graphql/descriptions/texts';

registerTexts({
  types: {
    ReportHostInput: 'Scan results for one host.',
    ReportHostsInput: 'Scan results for several hosts.',
    ReportHostsResult: 'The results of several reports.',
    HostReportResult: 'The result of one report.',
    HostReportError: 'Why a report was refused.',
  },
});
