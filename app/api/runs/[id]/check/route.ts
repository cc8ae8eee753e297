export { postRunCheck as POST } from '@/lib/host/server/runs/check';

export const dynamic = 'force-dynamic';
