// The operational states of a port (IF-MIB ifOperStatus, RFC 2863), each with its text, its color, and whether a port
// in this state counts as down.
import type { Color, IfAdminStatus, IfOperStatus } from '../../../generated/prisma/enums';

export interface PortStateFacts {
  /** Text of the state, as the end of a sentence such as "Port is …". */
  readonly words: string;
  readonly color: Color;
  /** Whether a port in this state forwards no packets, for whatever reason. */
  readonly isDown: boolean;
}

/**
 * States of ports, from best to worst. NotPresent and LowerLayerDown are special cases of Down (RFC 2863, section
 * 3.1.12).
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

/** Names of the states of ports, from best to worst. */
export const portStateNames = Object.keys(portStates) as IfOperStatus[];

/** Returns text, color and meaning of a state. Null and unknown names stand for a state that was never read. */
export const parsePortState = (status: string | null): PortStateFacts =>
  status !== null && Object.hasOwn(portStates, status) ? portStates[status as IfOperStatus] : neverRead;

export const downPortStates = portStateNames.filter((name) => portStates[name].isDown);
export const isDownState = (status: string | null): boolean => parsePortState(status).isDown;

/** States that an operator can set for a port (IF-MIB ifAdminStatus). */
export const desiredPortStates = ['Up', 'Down', 'Testing'] as const satisfies readonly IfAdminStatus[];
