/** A Claude Code log of an agent that reads four files over and over. */
export function reading(name: string): string {
  const lines: object[] = [];
  let parent: string | null = null;
  const push = (type: string, message: object): void => {
    const uuid = `${name}-${lines.length}`;
    const timestamp = new Date(Date.UTC(2026, 1, 8, 11, 0, lines.length * 4)).toISOString();
    const head = { parentUuid: parent, isSidechain: false, sessionId: name, version: '2.1.37' };
    lines.push({ ...head, type, uuid, timestamp, requestId: `req_${uuid}`, message });
    parent = uuid;
  };
  push('user', { role: 'user', content: 'Repair the parser, please.' });
  for (let step = 1; step <= 19; step++) {
    const id = `toolu_${step}`;
    const input = { file_path: `/work/src/file${step % 4}.ts` };
    push('assistant', {
      ...{ id: `msg_${step}`, model: 'claude-opus-4-6', role: 'assistant' },
      content: [{ type: 'tool_use', id, name: 'Read', input }],
      usage: { input_tokens: step * 10_000, output_tokens: 40 },
    });
    const content = `// ${input.file_path}\n${'word '.repeat(4_000)}`;
    push('user', { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content }] });
  }
  return `${lines.map((line) => JSON.stringify(line)).join('\n')}\n`;
}
