// Limits lookups of credentials by addresses that have used up their limit for anonymous requests.
import { createLane, type Lane } from '../platform/limits/lane';

const lookupsAtOnce = 2;
const maxWaiting = 100;

export const createSuspectLane = (): Lane => createLane(lookupsAtOnce, maxWaiting);
