// Ids of boxes that more than one view has.
import { derivedId } from '../../../platform/text/derived-id';

/** Id of a host's box, the same in every view that has one. */
export const hostContainerId = (hostId: string): string => derivedId('host-container', hostId);
