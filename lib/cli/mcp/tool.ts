import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import * as z from 'zod';
import { withNames } from '@/lib/engine/base/text/control-characters';
import { counted } from '@/lib/engine/base/format';
import { maskSecrets } from '@/lib/readers/secrets/mask-secrets';
import { InputError, UsageError } from '../exit-code';
import type { TraceDesk } from './trace-desk';

/** What a tool answers: a text to read, and the same as data. */
export interface ToolAnswer<O> {
  readonly text: string;
  readonly data: O;
}

/** A tool: what it is asked, what it answers. Every tool only reads. */
export interface Tool<I extends z.ZodRawShape, O extends z.ZodRawShape> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: I;
  readonly output: O;
  run(
    asked: z.output<z.ZodObject<I>>,
    desk: TraceDesk,
  ): Promise<ToolAnswer<z.input<z.ZodObject<O>>>>;
}

/** Declares a tool; its shapes type what it is asked and what it answers. */
export const defineTool = <const I extends z.ZodRawShape, const O extends z.ZodRawShape>(
  tool: Tool<I, O>,
): Tool<I, O> => tool;

/** Most characters of an answer's text: the rest is in its data. */
const MOST_CHARACTERS = 24_000;

/** Adds a tool to a server. Its failures are answers that say what to do; none ends the server. */
export function addTool<I extends z.ZodRawShape, O extends z.ZodRawShape>(
  server: McpServer,
  tool: Tool<I, O>,
  desk: TraceDesk,
): void {
  const { name, title, description, input, output } = tool;
  const schema = z.strictObject(input);
  const annotations = { readOnlyHint: true, idempotentHint: true, openWorldHint: false };
  server.registerTool(
    name,
    { title, description, inputSchema: schema, outputSchema: z.object(output), annotations },
    async (given: unknown) => {
      try {
        const answer = await tool.run(schema.parse(given), desk);
        const { text, data } = desk.texts ? (await maskSecrets(answer)).value : answer;
        const structuredContent = neutral(data) as Record<string, unknown>;
        return { content: [{ type: 'text', text: shortened(withNames(text)) }], structuredContent };
      } catch (error) {
        if (!(error instanceof UsageError || error instanceof InputError)) throw error;
        return {
          isError: true,
          content: [{ type: 'text', text: withNames(withoutDashes(error.message)) }],
        };
      }
    },
  );
}

/** Data as JSON holds it, no string of which commands the terminal that an agent prints it to. */
const neutral = (data: unknown): unknown =>
  JSON.parse(JSON.stringify(data), (_, value: unknown) =>
    typeof value === 'string' ? withNames(value) : value,
  );

/** Options of the command line are called what the tools call them. */
const withoutDashes = (message: string): string => message.replace(/--(?=set |vary |limit )/g, '');

function shortened(text: string): string {
  if (text.length <= MOST_CHARACTERS) return text;
  const end = text.lastIndexOf('\n', MOST_CHARACTERS);
  const kept = text.slice(0, end > 0 ? end : MOST_CHARACTERS);
  return `${kept}\n… ${counted(text.length - kept.length, 'character')} more: ask for fewer steps or cells.`;
}
