// The files of the topology page as the build left them: named for their contents, so browsers keep them for good.
import { existsSync } from 'node:fs';
import path from 'node:path';
import type { RequestHandler } from 'express';

export const builtPage = path.join(__dirname, '..', 'generated', 'topology-page');

const isBuiltFile = (file: string) => /^[\w.-]+-[\w-]{8}\.(js|css|svg)$/.test(file);

/** Answers `/:file`, zipped for who takes it; calls next() for what the build did not make. */
export function builtPageFiles(): RequestHandler<{ file: string }> {
  return (req, res, next) => {
    const { file } = req.params;
    if (!isBuiltFile(file) || !existsSync(path.join(builtPage, file))) return next();
    const isZipped = req.acceptsEncodings(['gzip', 'identity']) === 'gzip';
    res.set({ 'Cache-Control': 'public, max-age=31536000, immutable', Vary: 'Accept-Encoding' });
    if (isZipped) res.set('Content-Encoding', 'gzip');
    res.type(path.extname(file));
    res.sendFile(isZipped ? `${file}.gz` : file, { root: builtPage, cacheControl: false });
  };
}
