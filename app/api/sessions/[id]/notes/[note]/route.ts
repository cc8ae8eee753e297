export { patchNote as PATCH, removeNote as DELETE } from '@/lib/server/http/runs/notes';

export const dynamic = 'force-dynamic';
