import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A way to a PostgreSQL server that can be cut, as when that server restarts. */
export interface Outage {
  /** The server's URL by this way. */
  readonly url: string;
  /** Ends every connection and refuses new ones. */
  readonly cut: () => Promise<void>;
  readonly mend: () => Promise<void>;
}

/** Puts a way that can be cut before the PostgreSQL server of a URL. */
export async function outageBefore(server: string): Promise<Outage> {
  const { port } = new URL(server);
  const open = new Set<Socket>();
  const keep = (socket: Socket): Socket => {
    open.add(socket);
    return socket.on('error', () => undefined).on('close', () => open.delete(socket));
  };
  const way = createServer((client) => {
    const behind = keep(connect(Number(port), '127.0.0.1'));
    keep(client).pipe(behind).pipe(client);
  });
  const listen = (at: number): Promise<void> =>
    new Promise((done) => way.listen(at, '127.0.0.1', () => done()));
  await listen(0);
  const own = (way.address() as AddressInfo).port;
  const url = new URL(server);
  url.port = String(own);
  return {
    url: url.href,
    cut: () =>
      new Promise((done) => {
        way.close(() => done());
        for (const socket of open) socket.destroy();
      }),
    mend: () => listen(own),
  };
}
