// The floor of a cached answer: sends as many bytes as are asked for, and does nothing else.
import { createServer } from 'node:http';

const sizes = new Map<number, Buffer>();
const bytesOf = (size: number): Buffer => {
  const known = sizes.get(size) ?? Buffer.alloc(size, 'x');
  sizes.set(size, known);
  return known;
};

createServer((req, res) => {
  const size = Number(new URL(req.url!, 'http://localhost').searchParams.get('size') ?? 1);
  res.setHeader('Content-Length', size);
  res.end(bytesOf(size));
}).listen(Number(process.env.PORT), '127.0.0.1');
process.on('disconnect', () => process.exit());
