export { getRun as GET, removeRun as DELETE } from '@/lib/server/http/runs/runs';

export const dynamic = 'force-dynamic';
