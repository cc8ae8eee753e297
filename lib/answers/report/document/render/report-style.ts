/** Style of the report: calm and dense, light and dark as the system prefers, and on paper. */
export const REPORT_STYLE = `
:root{color-scheme:light dark;--bg:#fbfbfa;--ink:#16181d;--ink2:#565b66;--line:#e5e6e8;--line2:#f0f0f1;--accent:#0f62a8}
@media (prefers-color-scheme:dark){:root{--bg:#0f1114;--ink:#e9eaec;--ink2:#a2a7b1;--line:#262a30;--line2:#1d2126;--accent:#6cb2ee}}
*{box-sizing:border-box}
body{margin:0;background:var(--bg);color:var(--ink);font:14px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,Arial,sans-serif;font-variant-numeric:tabular-nums}
main{max-width:1040px;margin:0 auto;padding:28px 24px 64px}
.byline{margin:0;color:var(--ink2);font-size:13px}
h1{margin:6px 0 12px;font-size:22px;line-height:1.3;letter-spacing:-.01em;font-weight:650}
h2{margin:34px 0 8px;padding-top:14px;border-top:1px solid var(--line);font-size:16px;line-height:1.35}
h3{margin:18px 0 2px;font-size:14px}
p{margin:0 0 8px;max-width:80ch;overflow-wrap:anywhere}
ul{margin:0 0 10px;padding-left:18px;max-width:80ch}
li{margin:2px 0;overflow-wrap:anywhere}
.quiet,figcaption{color:var(--ink2);font-size:13px}
figure{margin:0}
svg{display:block;max-width:100%;min-width:720px;height:auto}
.wide{overflow-x:auto;margin:8px 0 12px}
table{border-collapse:collapse;font-size:13px;min-width:min(100%,560px)}
caption{padding:2px 0 4px;text-align:left;color:var(--ink2)}
caption.unseen{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
th,td{padding:4px 14px 4px 0;border-bottom:1px solid var(--line2);text-align:left;vertical-align:top;overflow-wrap:anywhere;max-width:60ch}
thead th,thead td{border-bottom-color:var(--line);color:var(--ink2);font-weight:500}
tbody th{font-weight:500}
.number{text-align:right;white-space:nowrap}
pre{margin:0;padding:10px 12px;border:1px solid var(--line);border-radius:4px;overflow-x:auto;font:12px/1.5 ui-monospace,Menlo,Consolas,monospace}
details{margin:8px 0}
summary{min-height:24px;color:var(--accent);cursor:pointer}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
@media (max-width:800px){main{padding:18px 14px 40px}}
@media print{
:root{--bg:#fff;--ink:#16181d;--ink2:#565b66;--line:#e5e6e8;--line2:#f0f0f1;color-scheme:light}
main{max-width:none;padding:0}
h2,h3{break-after:avoid}
figure,tr,li{break-inside:avoid}
.wide{overflow:visible}
svg{min-width:0}
pre{white-space:pre-wrap}
details:not([open]){display:none}
}
`;
