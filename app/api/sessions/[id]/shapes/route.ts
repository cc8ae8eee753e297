export { getShapes as GET } from '@/lib/server/http/sessions/compactions';

export const dynamic = 'force-dynamic';
