// The operational states of a port (IF-MIB ifOperStatus, RFC 2863): which of them are down, and how each is named and coloured.
import type { Color, IfAdminStatus, IfOperStatus } from '../../../generated/prisma/enums';

export interface PortStateFacts {
  /** Completes "port …" and "Port is …". */
  readonly words: string;
  readonly color: Color;
  /** The port passes no packets, whatever is the matter. */
  readonly isDown: boolean;
}

/**
 * The worst last. RFC 2863, 3.1.12: notPresent and lowerLayerDown are refinements of down whose cause is outside of the port;
 * dormant and testing are states of their own, and unknown says nothing.
 */
export const portStates: Readonly<Record<IfOperStatus, PortStateFacts>> = {
  Up: { words: 'up', color: 'Green', isDown: false },
  Unknown: { words: 'in an unknown state', color: 'Gray', isDown: false },
  Dormant: { words: 'dormant', color: 'Yellow', isDown: false },
  Testing: { words: 'testing', color: 'Amber', isDown: false },
  NotPresent: { words: 'not present', color: 'Orange', isDown: true },
  LowerLayerDown: { words: 'down below', color: 'Orange', isDown: true },
  Down: { words: 'down', color: 'Red', isDown: true },
};

const neverRead: PortStateFacts = { words: 'of a state not reported', color: 'Gray', isDown: false };

/** From the least to the worst. */
export const portStateNames = Object.keys(portStates) as IfOperStatus[];

/** The facts of a state, and of a port whose state was never read. */
export const parsePortState = (status: string | null): PortStateFacts =>
  status !== null && Object.hasOwn(portStates, status) ? portStates[status as IfOperStatus] : neverRead;

export const downPortStates = portStateNames.filter((name) => portStates[name].isDown);
export const isDownState = (status: string | null): boolean => parsePortState(status).isDown;

/** What an operator may want of a port (IF-MIB ifAdminStatus). */
export const desiredPortStates = ['Up', 'Down', 'Testing'] as const satisfies readonly IfAdminStatus[];
