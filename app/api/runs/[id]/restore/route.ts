export { postRunRestore as POST } from '@/lib/host/server/runs/runs';

export const dynamic = 'force-dynamic';
