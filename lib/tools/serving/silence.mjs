// Ends requests that have fallen silent. Plain JavaScript without dependencies.

/** Milliseconds without a byte after which a request that is still arriving is given up. */
const SILENCE_MS = 60_000;

/**
 * Ends requests whose body stops arriving, however long the others take: Node's own limit of five
 * minutes cuts large uploads over slow lines. Headers keep Node's limit of a minute.
 * @param {import('node:http').Server} server
 * @param {number} [milliseconds]
 */
export function endSilentRequests(server, milliseconds = SILENCE_MS) {
  server.requestTimeout = 0;
  /** @type {WeakMap<import('node:stream').Duplex, import('node:http').IncomingMessage>} */
  const newest = new WeakMap();
  server.on('request', (request, response) => {
    newest.set(request.socket, request);
    // The rest of a body that was answered early would hold up the connection's next request.
    response.once('finish', () => request.resume());
  });
  server.setTimeout(milliseconds, (socket) => {
    const request = newest.get(socket);
    if (request === undefined || request.complete) return;
    // It is this server that does not read.
    if (request.readableLength > 0) return void socket.setTimeout(milliseconds);
    socket.end('HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n');
    socket.destroySoon();
  });
}
