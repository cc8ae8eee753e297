export { postRunCheck as POST } from '@/lib/server/http/runs/check';

export const dynamic = 'force-dynamic';
