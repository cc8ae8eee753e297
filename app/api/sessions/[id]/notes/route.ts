export { getNotes as GET, postNote as POST } from '@/lib/host/server/runs/notes';

export const dynamic = 'force-dynamic';
