export { postRunRestore as POST } from '@/lib/server/http/runs/runs';

export const dynamic = 'force-dynamic';
