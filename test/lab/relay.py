"""Forwards TCP connections to the port given, on all addresses, to the Unix socket given."""
import asyncio, sys
port, path = int(sys.argv[1]), sys.argv[2]
async def copy(r, w):
    try:
        while data := await r.read(65536): w.write(data); await w.drain()
    except Exception: pass
    w.close()
async def serve(r, w):
    try: far_r, far_w = await asyncio.open_unix_connection(path)
    except Exception: return w.close()
    await asyncio.gather(copy(r, far_w), copy(far_r, w))
async def main():
    async with await asyncio.start_server(serve, '0.0.0.0', port) as server: await server.serve_forever()
asyncio.run(main())
