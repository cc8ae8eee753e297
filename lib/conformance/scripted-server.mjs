import { createServer } from 'node:http';

/** An HTTP server on the loopback; `answer` gets each POST's JSON and the response to write to. */
export async function serveScript(answer) {
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => (body += chunk));
    request.on('end', () => {
      if (request.method !== 'POST') {
        response.writeHead(200, { 'content-type': 'application/json' });
        response.end('{"object":"list","data":[]}');
        return;
      }
      answer({ url: request.url ?? '', body: JSON.parse(body) }, response);
    });
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return { port, close: () => server.close() };
}
