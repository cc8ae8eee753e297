import { SessionBuilder } from '@/lib/engine/session/builder';
import { MemoryStore } from '@/lib/engine/session/memory-store';

/** A canonical session file of `steps` steps: a user's text and an answer each; for tests. */
export function canonicalTrace(name: string, steps: number): string {
  const store = new MemoryStore();
  const builder = new SessionBuilder(store, {
    name,
    source: {
      format: 'canonical',
      file: 'trace.json',
      agent: 'Test agent',
      agentVersion: null,
      sessionId: name,
      lane: 'main',
      parent: null,
    },
  });
  builder.limit({ tokens: 10_000, source: 'recording' });
  for (let i = 0; i < steps; i++) {
    builder.append({ role: 'user', parts: [{ kind: 'text', text: `Question ${i} of ${name}` }] });
    builder.step({
      real: 1_000 + i * 100,
      model: 'test-model',
      label: `step ${i}`,
      usage: { promptTokenCount: 1_000 + i * 100 },
      time: new Date(1.75e12 + i * 1_000).toISOString(),
    });
    builder.append({ role: 'model', parts: [{ kind: 'text', text: `Answer ${i}: ünïcödé 𝛑` }] });
  }
  return JSON.stringify(store.session(builder.finish()));
}

/** A Claude Code log of at least `bytes` bytes, line by line; for tests. */
export function* claudeCodeTrace(bytes: number): Generator<string> {
  const sessionId = '5b2cbb1e-2f7c-4a39-9d0c-0f2f2a1d7c11';
  let parentUuid: string | null = null;
  let written = 0;
  for (let i = 0; written < bytes; i++) {
    const user = i % 2 === 0;
    const uuid = `00000000-0000-4000-8000-${i.toString(16).padStart(12, '0')}`;
    const line = `${JSON.stringify({
      parentUuid,
      isSidechain: false,
      userType: 'external',
      cwd: '/project',
      sessionId,
      version: '2.0.1',
      uuid,
      timestamp: new Date(1.75e12 + i * 1_000).toISOString(),
      type: user ? 'user' : 'assistant',
      message: user
        ? { role: 'user', content: `Question ${i} ${'lorem ipsum '.repeat(400)}` }
        : {
            id: `msg_${i}`,
            type: 'message',
            role: 'assistant',
            model: 'claude-sonnet-4-5',
            content: [{ type: 'text', text: `Answer ${i}` }],
            stop_reason: 'end_turn',
            usage: { input_tokens: 1_000 + (i % 1_000), output_tokens: 5 },
          },
    })}\n`;
    parentUuid = uuid;
    written += line.length;
    yield line;
  }
}
