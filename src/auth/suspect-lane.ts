// Limits lookups of credentials from addresses that have used up their anonymous limit.
import { createLane, type Lane } from '../platform/limits/lane';

const lookupsAtOnce = 2;
const maxWaiting = 100;

export const createSuspectLane = (): Lane => createLane(lookupsAtOnce, maxWaiting);
