/** Tokenizers against recorded usage, on the traces: `npm run test:traces`. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { countTrace } from '@/lib/cli/commands/tokens-command';
import { encodings } from '@/lib/engine/tokens/text/text-estimators';
import { scoreTokenizers, type TokenizerScore, type TokenizerTable } from './tokenizer-score';

const folder = process.env['HIGHWATER_TRACES'] ?? '';

/** Groups of traces whose model counts with one vocabulary, by the name of the file. */
const groups = [
  ['GPT-5.4, Codex', 'codex', /gpt-5\.4/],
  ['GPT-5.5, Codex', 'codex', /gpt-5\.5/],
  ['GPT-5.6, Codex', 'codex', /gpt-5\.6/],
  ['Claude up to 4.6', 'claude-code', /sniffly-d3|-4-[56]__git|-4-6__cli-9d/],
  ['Claude from 4.7', 'claude-code', /-4-[78]__(auth|git)/],
  ['Gemini CLI', 'gemini-cli', /./],
] as const;

async function tableOf(format: string, files: RegExp): Promise<TokenizerTable> {
  const names = readdirSync(join(folder, format)).filter((name) => files.test(name));
  const sessions = [];
  for (const name of names) {
    const trace = await countTrace(name, join(folder, format, name), encodings);
    expect(trace.textless).toBe(0);
    sessions.push(...trace.sessions);
  }
  return scoreTokenizers(sessions);
}

function scoreOf(
  { scores }: TokenizerTable,
  estimator: string,
  basis: TokenizerScore['basis'],
): TokenizerScore {
  const score = scores.find((one) => one.estimator === estimator && one.basis === basis);
  if (!score) throw new Error(`No row ${estimator} ${basis}`);
  return score;
}

const line = (score: TokenizerScore): string => {
  const { estimator, basis, n, p1, p10, median, p90, p99, under, meanError } = score;
  const ratios = [p1, p10, median, p90, p99].map((one) => one.toFixed(2).padStart(7)).join('');
  return `  ${estimator.padEnd(12)}${basis.padEnd(7)}${String(n).padStart(5)}${ratios}${(under * 100).toFixed(1).padStart(7)} %${Math.round(meanError).toString().padStart(8)}`;
};

describe.each(groups)('%s', (group, format, files) => {
  test('prints the table', async () => {
    const table = await tableOf(format, files);
    process.stdout.write(
      `\n${group}: ${table.steps} steps; count ÷ real p1 p10 median p90 p99, under by > 5 %, mean error\n${table.scores.map(line).join('\n')}\n`,
    );
    const fitted = (id: string): TokenizerScore => scoreOf(table, id, 'fitted');
    expect(table.steps).toBeGreaterThan(10);
    expect(fitted('o200k_base').n).toBeGreaterThan(0);
    if (format !== 'codex') return;
    // Their own vocabulary comes nearest. What it misses is not in the file: reasoning, encrypted
    // there and in the prompt until the user's next turn; what a web search found; about 14 tokens
    // around each call and response. Of the growth within turns of the first GPT-5.4 session 23,624
    // are missed: 16,693 of reasoning, and 448 calls and responses at 14 make 6,272.
    const error = fitted('o200k_base').meanError;
    expect(error).toBeLessThan(fitted('cl100k_base').meanError);
    expect(error).toBeLessThan(fitted('bytes4').meanError);
    expect(error).toBeLessThan(fitted('chars4').meanError);
    expect(fitted('o200k_base').median).toBeGreaterThan(group.startsWith('GPT-5.4') ? 0.95 : 0.86);
    expect(fitted('o200k_base').p99).toBeLessThan(1.07);
  });
});
