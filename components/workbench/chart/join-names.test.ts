import { describe, expect, it } from 'vitest';
import type { Json } from '@/lib/engine/session/schema';
import { joinName } from './join-names';

const call = (name: string, args: Json) => ({ parts: [{ kind: 'call' as const, name, args }] });

describe('the name of what joined the prefix', () => {
  it('is what the call that brought it was given', () => {
    const other = call('logs_query', { query: 'errors' });
    expect(joinName([call('mcp_connect', { server: 'tracker' }), other])).toBe('tracker');
  });

  it('is the call’s own name where it was given no short word', () => {
    expect(joinName([call('ToolSearch', { query: 'two words' })])).toBe('ToolSearch');
    expect(joinName([call('mcp_connect', null)])).toBe('mcp_connect');
    expect(joinName([call('read', { path: 'a.go' })])).toBe('read');
  });

  it('is empty without a call', () => {
    expect(joinName([{ parts: [{ kind: 'text', text: 'hello' }] }])).toBe('');
    expect(joinName([])).toBe('');
  });
});
