import { keptProofs, proofTasks, readProofs } from './kept-proofs';
const f = process.argv[2]!;
const tasks = await proofTasks('.', f);
const kept = readProofs('.', f);
const proofs = keptProofs(tasks, kept);
const rel:number[]=[];
for (const [i,p] of proofs.entries()) {
  const t = tasks.find(t=>t.script.seed===kept.sessions[i]!.seed)!;
  const { session, divergence } = t.predicted;
  let shown=0;
  for (const c of p.compactions) if (c.predicted&&c.happened&&c.reported!==null) { rel.push((c.projected-c.reported)/c.reported); if(shown++<2) console.log(kept.sessions[i]!.seed, t.script.kind, 'div',divergence,'step',c.step, 'proj',c.projected,`[${c.low},${c.high}]`,'rep',c.reported, c.kept, c.sent, 'dens', session.projection.density, 'prefix', session.projection.prefix); }
}
rel.sort((a,b)=>a-b); const q=(x:number)=>rel[Math.floor(x*(rel.length-1))];
console.log(rel.length, [0,0.1,0.25,0.5,0.75,0.9,1].map(q));
