// The REST route of the dashboard. GraphQL documents that are not generated: `dashboard.rest.graphql`.
import { GetDashboardSummaryDocument } from '../../../generated/operations';
import { route } from '../../../rest/route';

export const dashboardRoutes = [route('get', '/dashboard/summary', GetDashboardSummaryDocument)];
