import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { inProject } from '@/lib/server/project.mjs';

/** What a tool answered. */
export interface Answer {
  readonly text: string;
  readonly failed: boolean;
  /** The data; empty for a failure. */
  readonly data: Readonly<Record<string, unknown>>;
}

/** The SDK's client, connected to a real process of `highwater mcp`. */
export class McpClient {
  private constructor(
    readonly client: Client,
    private readonly errors: readonly string[],
  ) {}

  static async start(...args: readonly string[]): Promise<McpClient> {
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: [inProject('lib/cli/bin.mjs'), 'mcp', ...args],
      stderr: 'pipe',
    });
    const errors: string[] = [];
    transport.stderr?.on('data', (chunk: Buffer) => errors.push(chunk.toString('utf8')));
    const client = new Client({ name: 'highwater-tests', version: '1' });
    await client.connect(transport);
    return new McpClient(client, errors);
  }

  /** Calls a tool; the client checks its data against the tool's schema. */
  async call(name: string, args: Readonly<Record<string, unknown>> = {}): Promise<Answer> {
    const { content, isError, structuredContent } = await this.client.callTool({
      name,
      arguments: args,
    });
    const [{ text = '' } = {}] = content as readonly { readonly text?: string }[];
    return {
      text,
      failed: isError === true,
      data: (structuredContent ?? {}) as Readonly<Record<string, unknown>>,
    };
  }

  /** What the process wrote to stderr. */
  get messages(): string {
    return this.errors.join('');
  }

  readonly end = (): Promise<void> => this.client.close();
}
