import { once } from 'node:events';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import type { CliIo } from '../cli-io';
import { exitCode, type ExitCode } from '../exit-code';
import { ensureSizeTables } from '../tables/size-tables';
import { AllowedFiles } from './allowed-files';
import { mcpServer } from './mcp-server';
import { TraceDesk } from './trace-desk';

/** Options of `mcp`. */
export interface McpOptions {
  /** Folders whose files may be read; the current one if left out. */
  readonly root?: readonly string[];
  readonly texts?: boolean;
}

/**
 * Answers one client on stdin and stdout until stdin ends. Nothing but the protocol is written to stdout.
 * @throws UsageError for a root that is no folder.
 */
export async function mcpCommand(
  { root = ['.'], texts = false }: McpOptions,
  io: CliIo,
): Promise<ExitCode> {
  // A library that prints would break the protocol.
  console.log = console.info = console.debug = console.error;
  await ensureSizeTables(io);
  const files = await AllowedFiles.below(root.map((folder) => io.resolve(folder)));
  const desk = new TraceDesk(files, texts);
  const server = mcpServer(desk);
  const ended = once(process.stdin, 'close');
  await server.connect(new StdioServerTransport());
  io.message(`highwater mcp: reads below ${files.names}${texts ? '' : '; numbers only'}.`);
  await ended;
  desk.stop();
  await server.close();
  return exitCode.clean;
}
