// Cursors of live graphs: the time of a graph's state, and a digest that proves its content.
import { createHash } from 'node:crypto';
import { AppError } from '../../../errors';
import { keyOfGraph, type GraphName } from '../answers/graph-keys';
import type { DrawnNetwork } from '../answers/inventory-cache';

export interface GraphCursor {
  readonly at: Date;
  /** Digest of the graph's key and content. It is equal only for equal content of the same graph. */
  readonly proof: string;
}

const instantBytes = 6;
const proofBytes = 18;

/** The digest (`proof`) of a cursor for the graph with the key `key`, whose content has the digest `digest`. */
export const cursorProof = (key: string, digest: string): string =>
  createHash('sha256').update(`${key} ${digest}`).digest().subarray(0, proofBytes).toString('base64url');

export function writeCursor({ at, proof }: GraphCursor): string {
  const instant = Buffer.alloc(instantBytes);
  instant.writeUIntBE(at.getTime(), 0, instantBytes);
  return instant.toString('base64url') + proof;
}

/**
 * The `proof` of a cursor for the state of all rows of a network, and so for the graph that is built from these rows
 * with the current options. All replicas compute the same value for a state.
 */
export const proofOfRows = (
  {
    topologyId,
    view,
    options,
    detail,
    optionalEdgeTypes,
  }: Pick<GraphName, 'topologyId' | 'view' | 'options'> & Partial<Pick<GraphName, 'detail' | 'optionalEdgeTypes'>>,
  { source }: Pick<DrawnNetwork, 'source'>,
): string => {
  const key = keyOfGraph({ topologyId, view, options, detail, optionalEdgeTypes });
  return cursorProof(`${key.text} rows`, JSON.stringify([source.state, source.options]));
};

/** The cursor of a state of a network's rows. It has no instant, so no past graph can be built from it. */
export const cursorOfRows = (proof: string): string => writeCursor({ at: new Date(0), proof });

/** Decodes a cursor of a live graph. Throws `validation_invalid_format` if the text is not one. */
export function readCursor(text: string, field: string): GraphCursor {
  if (!/^[\w-]{32}$/.test(text)) throw new AppError('validation_invalid_format', { field });
  const at = new Date(Buffer.from(text.slice(0, 8), 'base64url').readUIntBE(0, instantBytes));
  return { at, proof: text.slice(8) };
}
