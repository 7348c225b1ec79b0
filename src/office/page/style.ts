/** The only style sheet. A colour only repeats what a word says, as in the terminal. */
export const pageStyle = `
:root{color-scheme:light dark;--ink:light-dark(#16202b,#e8edf2);--soft:light-dark(#55636f,#9aa8b5);--line:light-dark(#dde3e9,#2b3641);--card:light-dark(#fff,#18212b);--page:light-dark(#f4f6f8,#0f161d);--link:light-dark(#0b57c2,#8ab4ff);
--paid:light-dark(#0a7a3f,#4cc38a);--waiting:light-dark(#8a5a00,#f1c24b);--unknown:light-dark(#1d4ed8,#8ab4ff);--wrong:light-dark(#b42318,#ff8f85);--person:light-dark(#86198f,#e59cf0)}
*{box-sizing:border-box;margin:0}
body{background:var(--page);color:var(--ink);font:16px/1.5 system-ui,sans-serif;font-variant-numeric:tabular-nums;overflow-wrap:anywhere}
:focus-visible{outline:3px solid var(--link);outline-offset:2px;border-radius:.25rem}
.skip{position:absolute;left:-99rem}.skip:focus{left:.5rem;top:.5rem;background:var(--card);padding:.5rem}
nav{display:flex;gap:.25rem;flex-wrap:wrap;align-items:center;padding:.5rem 1rem;border-bottom:1px solid var(--line);background:var(--card)}
nav a{padding:.35rem .7rem;border-radius:.5rem;color:var(--soft);text-decoration:none}nav a:hover{color:var(--ink)}nav a[aria-current]{background:var(--page);color:var(--ink);font-weight:600}
nav form{margin-left:auto;display:flex;gap:.75rem;align-items:center;color:var(--soft);font-size:.875rem}
main{max-width:64rem;margin:0 auto;padding:1rem;display:grid;gap:1rem;grid-template-columns:minmax(0,1fr)}
header{display:flex;flex-wrap:wrap;gap:.5rem 1rem;align-items:baseline;justify-content:space-between}h1{font-size:1.5rem;line-height:1.25;letter-spacing:-.01em}h2{font-size:1.1rem}
a{color:var(--link)}.pieces{display:flex;flex-wrap:wrap;gap:.25rem 1rem}.badge{padding:.1rem .6rem;border-radius:99px;border:1px solid currentColor;font-weight:600;font-size:.875rem}
dl{display:grid;grid-template-columns:repeat(auto-fit,minmax(14rem,1fr));gap:1rem}dl>div,table,figure,.verdict,.tally,pre,.paper,main form,details{background:var(--card);border:1px solid var(--line);border-radius:.75rem;padding:1rem}
dt{color:var(--soft);font-size:.875rem}dd{font-size:1.125rem;font-weight:600}small{color:var(--soft);font-size:.875rem;font-weight:400}
table{width:100%;border-collapse:separate;border-spacing:0;padding:.25rem .5rem}th{color:var(--soft);font-weight:500;font-size:.875rem;text-align:left}th,td{padding:.5rem;border-bottom:1px solid var(--line);vertical-align:top}tr:last-child td{border-bottom:0}th.number,td.number{text-align:right}td.number{white-space:nowrap}
th button{all:unset;cursor:pointer}th button:focus-visible{outline:3px solid var(--link)}th[aria-sort=ascending] button::after{content:" ▲"}th[aria-sort=descending] button::after{content:" ▼"}
td a{color:inherit;font-weight:600;display:inline-block;min-height:24px}.verdict{border-left:.5rem solid currentColor}.verdict strong{font-size:1.5rem}.verdict p{color:var(--ink)}.amount{font-size:2.25rem;font-weight:700;letter-spacing:-.02em}
.strong{font-weight:600}.paid{color:var(--paid)}.waiting,.sending{color:var(--waiting)}.not-known{color:var(--unknown)}.not-paid,.problem,.reversed{color:var(--wrong)}.needs-person,.amount-differs{color:var(--person)}.quiet{color:var(--soft)}
.notice{background:var(--card);border:1px solid currentColor;border-radius:.75rem;padding:.75rem 1rem}
.tally{display:grid;gap:.5rem}.tally>p{display:flex;gap:1rem;flex-wrap:wrap;justify-content:space-between}figcaption{color:var(--soft);margin-bottom:.75rem}svg{display:block;width:100%;height:auto;max-height:13rem}rect{fill:var(--paid)}rect.below{fill:var(--wrong)}svg line{stroke:var(--soft)}text{fill:var(--soft);font-size:12px;text-anchor:middle}p.quiet+p.quiet{margin-top:-.75rem}svg.code{width:14rem;background:#fff;border-radius:.5rem}
details table{border:0;padding:0;margin-top:.5rem}summary{cursor:pointer;color:var(--link)}
pre{overflow:auto;font:.875rem/1.45 ui-monospace,monospace;max-width:max-content}.links{display:flex;flex-wrap:wrap;gap:.5rem 1.25rem}.links a{min-height:24px}
main form{display:flex;flex-wrap:wrap;gap:.75rem;align-items:end}.field{display:grid;gap:.25rem;flex:1 1 12rem}input,select,button{font:inherit;color:inherit;min-height:2.5rem;padding:.4rem .7rem;border:1px solid var(--soft);border-radius:.5rem;background:var(--card);min-width:0;max-width:100%}button{cursor:pointer;font-weight:600}nav button{min-height:2rem;padding:.15rem .6rem;font-weight:400}main form button{background:var(--ink);color:var(--card);border-color:var(--ink)}
#said{position:fixed;right:1rem;bottom:1rem;background:var(--ink);color:var(--card);border-radius:.5rem;padding:.5rem .75rem}#said:empty{padding:0}
@media(max-width:40rem){thead{display:none}table,tbody,tr,td{display:block}tr{padding:.5rem 0;border-bottom:1px solid var(--line)}tr:last-child{border-bottom:0}td,td.number{display:flex;justify-content:space-between;gap:1rem;border:0;padding:.15rem .25rem;text-align:right;white-space:normal}td:empty{display:none}td::before{content:attr(data-title);color:var(--soft);font-size:.875rem;text-align:left;flex:none;max-width:50%}td:not([data-title]):first-child{text-align:left;font-weight:600}nav form{margin-left:0;width:100%;justify-content:space-between}}
@media print{:root{color-scheme:light}@page{size:A4;margin:15mm}body{background:#fff;font-size:10pt}nav,main form,.links,.skip,#said,summary{display:none}main{max-width:none;padding:0}table,figure,dl>div,tr{break-inside:avoid}details::details-content{content-visibility:visible;display:block}}
`;
