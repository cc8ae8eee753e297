import { createServer, type Server } from 'node:http';
import { type AddressInfo } from 'node:net';
import { frontDoor } from '../front-door';

/** A server on a free port whose door answers telemetry; for tests. */
export interface TestServer {
  readonly url: string;
  /** Paths that the door passed on; they are answered by 404. */
  readonly passed: readonly string[];
  readonly close: () => Promise<void>;
}

/** Starts the server's door without Next behind it. */
export async function serve(): Promise<TestServer> {
  const passed: string[] = [];
  const server = createServer(
    frontDoor((incoming, outgoing) => {
      passed.push(`${incoming.method} ${incoming.url}`);
      outgoing.writeHead(404).end();
      incoming.resume();
    }),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, passed, close: () => closed(server) };
}

const closed = (server: Server): Promise<void> =>
  new Promise((resolve) => {
    server.closeAllConnections();
    server.close(() => resolve());
  });

/** One model call of a conversation with the attributes of the GenAI conventions. */
export interface TestCall {
  /** Its number in the conversation, from 0. */
  readonly turn: number;
  /** Absent if the span has none. */
  readonly conversation?: string;
  /** Its messages are only what is new since the call before. */
  readonly delta?: boolean;
}

/** Attributes of a model call's span: the messages so far and their tokens. */
export function callAttributes({
  turn,
  conversation,
  delta = false,
}: TestCall): Record<string, string | number> {
  const history = Array.from({ length: turn * 2 + 1 }, (_, i) => ({
    role: i % 2 === 0 ? 'user' : 'assistant',
    parts: [{ type: 'text', content: `Text ${i} of the conversation` }],
  }));
  const messages = delta ? history.slice(-1) : history;
  return {
    'gen_ai.operation.name': 'chat',
    'gen_ai.provider.name': 'openai',
    'gen_ai.request.model': 'gpt-5',
    'gen_ai.usage.input_tokens': 1_000 + turn * 100,
    'gen_ai.usage.output_tokens': 20,
    'gen_ai.input.messages': JSON.stringify(messages),
    'gen_ai.output.messages': JSON.stringify([
      {
        role: 'assistant',
        parts: [{ type: 'text', content: `Text ${turn * 2 + 1} of the conversation` }],
      },
    ]),
    ...(conversation === undefined ? {} : { 'gen_ai.conversation.id': conversation }),
  };
}

/** An OTLP payload in JSON with one call's span; ids are derived from the numbers. */
export function callPayload(call: TestCall, trace: number, span: number): object {
  const attributes = Object.entries(callAttributes(call)).map(([key, value]) => ({
    key,
    value: typeof value === 'number' ? { intValue: String(value) } : { stringValue: value },
  }));
  const start = 1_750_000_000_000 + call.turn * 1_000;
  const made = {
    traceId: trace.toString(16).padStart(32, '0'),
    spanId: span.toString(16).padStart(16, '0'),
    name: 'chat gpt-5',
    kind: 3,
    startTimeUnixNano: `${start}000000`,
    endTimeUnixNano: `${start + 500}000000`,
    attributes,
  };
  return {
    resourceSpans: [{ resource: {}, scopeSpans: [{ scope: { name: 'test' }, spans: [made] }] }],
  };
}
