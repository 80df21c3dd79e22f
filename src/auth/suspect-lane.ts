// A narrow lane for credentials from addresses that have used up their anonymous limit: few look-ups at a time, few waiting.
import { createLane, type Lane } from '../platform/limits/lane';

const lookupsAtOnce = 2;
const maxWaiting = 100;

export const createSuspectLane = (): Lane => createLane(lookupsAtOnce, maxWaiting);
