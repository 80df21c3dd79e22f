// A server that only sends the requested number of bytes. Its response time is a lower bound for that of a cached
// response.
import { createServer } from 'node:http';

const sizes = new Map<number, Buffer>();
const bytesOf = (size: number): Buffer => {
  const cachedBytes = sizes.get(size) ?? Buffer.alloc(size, 'x');
  sizes.set(size, cachedBytes);
  return cachedBytes;
};

createServer((req, res) => {
  const size = Number(new URL(req.url!, 'http://localhost').searchParams.get('size') ?? 1);
  res.setHeader('Content-Length', size);
  res.end(bytesOf(size));
}).listen(Number(process.env.PORT), '127.0.0.1');
process.on('disconnect', () => process.exit());
