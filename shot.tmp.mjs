import { chromium } from '@playwright/test';
import { readFileSync } from 'node:fs';
const [,, file, name, query='tab=recall'] = process.argv;
const base='http://127.0.0.1:3102';
const b = await chromium.launch({ executablePath: '/usr/bin/chromium-headless-shell' });
const body = readFileSync(file);
await fetch(base+'/api/sessions', {method:'POST', body, headers:{'x-file-name':name}});
let id;
for (let i=0;i<120;i++){ const r=await (await fetch(base+'/api/sessions')).json(); const s=r.sessions.find(x=>x.file===name); if(s){id=s.id;break;} await new Promise(r=>setTimeout(r,1000)); }
console.log(id);
for (const [w,scheme] of [[1440,'light'],[768,'dark']]) {
  const p = await b.newPage({ viewport:{width:w,height:1000}, colorScheme: scheme });
  const errs=[]; p.on('console',m=>m.type()==='error'&&errs.push(m.text())); p.on('pageerror',e=>errs.push(String(e)));
  await p.goto(`${base}/sessions/${id}?${query}`, {timeout:180000});
  await p.waitForSelector('[data-recall=headline], [data-recall=missing], [data-live]', {timeout:180000}).catch(e=>console.log('no', e.message.slice(0,100)));
  await p.waitForTimeout(3000);
  await p.screenshot({path:`/tmp/reuse/${process.argv[5]??'tab'}-${w}.png`, fullPage:false});
  console.log(w, errs.slice(0,5));
}
await b.close();
