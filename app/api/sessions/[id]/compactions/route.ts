export { getCompactions as GET } from '@/lib/host/server/sessions/prefix';

export const dynamic = 'force-dynamic';
