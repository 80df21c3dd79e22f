// The REST route of the dashboard. `dashboard.rest.graphql` has its GraphQL document.
import { GetDashboardSummaryDocument } from '../../../generated/operations';
import { route } from '../../../rest/route';

export const dashboardRoutes = [route('get', '/dashboard/summary', GetDashboardSummaryDocument)];
