export { getNotes as GET, postNote as POST } from '@/lib/server/http/runs/notes';

export const dynamic = 'force-dynamic';
