// A client of a live graph that reconnects sends the cursor of the graph that it has: the instant of the graph, and a
// digest of its content.
import { createHash } from 'node:crypto';
import { AppError } from '../../../errors';
import { keyOfGraph, type GraphName } from '../answers/graph-keys';
import type { DrawnNetwork } from '../answers/inventory-cache';

export interface GraphCursor {
  readonly at: Date;
  /** Digest of the graph's key and content, by which the server recognizes the graph that the client has. */
  readonly proof: string;
}

const instantBytes = 6;
const proofBytes = 18;

/** Computes the `proof` of a cursor from the key of the graph and the digest of its content. */
export const cursorProof = (key: string, digest: string): string =>
  createHash('sha256').update(`${key} ${digest}`).digest().subarray(0, proofBytes).toString('base64url');

export function writeCursor({ at, proof }: GraphCursor): string {
  const instant = Buffer.alloc(instantBytes);
  instant.writeUIntBE(at.getTime(), 0, instantBytes);
  return instant.toString('base64url') + proof;
}

/**
 * Computes the `proof` of a cursor for clients that also follow changes of rows, from the rows of the network instead
 * of the content of the graph.
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

/**
 * Writes a cursor for clients that also follow changes of rows. Changes since such a cursor cannot be computed from
 * history, so it has no instant.
 */
export const cursorOfRows = (proof: string): string => writeCursor({ at: new Date(0), proof });

/** Decodes a cursor of a live graph. Throws `validation_invalid_format` if the text is not one. */
export function readCursor(text: string, field: string): GraphCursor {
  if (!/^[\w-]{32}$/.test(text)) throw new AppError('validation_invalid_format', { field });
  const at = new Date(Buffer.from(text.slice(0, 8), 'base64url').readUIntBE(0, instantBytes));
  return { at, proof: text.slice(8) };
}
