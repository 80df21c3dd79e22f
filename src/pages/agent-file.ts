// Serves the agent as one file, and its checksum. The file runs with plain Node on the machine from which a network is
// scanned.
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { Router, type RequestHandler } from 'express';
import { methodNotAllowed } from '../platform/http/negotiation';

const file = path.join(__dirname, '..', 'generated', 'built-agent', 'netloom-agent.cjs');
export const agentPath = '/agent/netloom-agent.cjs';

interface AgentFile {
  readonly bytes: Buffer;
  readonly zipped: Buffer;
  /** SHA-256 of the file in hexadecimal digits. */
  readonly checksum: string;
}

async function readAgent(): Promise<AgentFile> {
  const bytes = await readFile(file);
  const checksum = createHash('sha256').update(bytes).digest('hex');
  return { bytes, zipped: await promisify(gzip)(bytes), checksum };
}

// The agent's file is read at the first request. If reading fails, the next request reads it again.
let agent: Promise<AgentFile> | undefined;
function load(): Promise<AgentFile> {
  agent ??= readAgent();
  agent.catch(() => (agent = undefined));
  return agent;
}

/** SHA-256 of the agent's file, in hexadecimal digits. */
export const agentChecksum = async (): Promise<string> => (await load()).checksum;

/**
 * Routes of the agent's file, and of its checksum in the format of `sha256sum --check`. Neither route requires a
 * credential.
 */
export function agentFile(): Router {
  const router = Router();
  const sendFile: RequestHandler = async (req, res) => {
    const { bytes, zipped, checksum } = await load();
    const isZipped = req.acceptsEncodings(['gzip', 'identity']) === 'gzip';
    res.set({
      ETag: `"${checksum}${isZipped ? '-gzip' : ''}"`,
      'Cache-Control': 'no-cache, no-transform',
      Vary: 'Accept-Encoding',
    });
    if (req.fresh) return void res.status(304).end();
    res.type('text/javascript').set('Content-Disposition', 'attachment; filename="netloom-agent.cjs"');
    if (isZipped) res.set('Content-Encoding', 'gzip');
    res.send(isZipped ? zipped : bytes);
  };
  const sendChecksum: RequestHandler = async (_req, res) => {
    const checksum = await agentChecksum();
    res.set('Cache-Control', 'no-cache').type('text/plain').send(`${checksum}  netloom-agent.cjs\n`);
  };
  router.get(agentPath, sendFile).all(agentPath, methodNotAllowed(['GET']));
  router.get(`${agentPath}.sha256`, sendChecksum).all(`${agentPath}.sha256`, methodNotAllowed(['GET']));
  return router;
}
