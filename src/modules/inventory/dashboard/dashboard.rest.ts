// The REST route of the dashboard. Documents that are not standard: `dashboard.rest.graphql`.
import { GetDashboardSummaryDocument } from '../../../generated/operations';
import { route } from '../../../rest/route';

export const dashboardRoutes = [route('get', '/dashboard/summary', GetDashboardSummaryDocument)];
