/** How the report looks: both themes, and on paper. */

const LIGHT =
  '--paper:#fbfaf7;--card:#fff;--ink:#1c2430;--quiet:#5d6876;--rule:#e6e3db;--grid:#efece5;' +
  '--zero:#b9b4a8;--up:#0f7b5f;--down:#b4402c;--line:#24527a;--soft:#24527a;--other:#a9741b;' +
  '--shadow:0 1px 2px rgb(28 36 48/.05),0 8px 24px rgb(28 36 48/.05)';
const DARK =
  '--paper:#0f1318;--card:#161c23;--ink:#e8edf2;--quiet:#93a1b0;--rule:#26303a;--grid:#1f2831;' +
  '--zero:#4a5764;--up:#46c79c;--down:#f0816a;--line:#7fb5e6;--soft:#7fb5e6;--other:#e0b45c;' +
  '--shadow:none';

export const STYLE = `
:root{color-scheme:light;${LIGHT}}
@media (prefers-color-scheme:dark){:root:not([data-theme=light]){color-scheme:dark;${DARK}}}
:root[data-theme=dark]{color-scheme:dark;${DARK}}
*{box-sizing:border-box}
a{color:inherit}
body{margin:0;background:var(--paper);color:var(--ink);
  font:15px/1.55 system-ui,-apple-system,'Segoe UI',Roboto,sans-serif;
  font-variant-numeric:tabular-nums}
main{max-width:1040px;margin:0 auto;padding:40px 24px 80px}
header{display:flex;justify-content:space-between;align-items:flex-start;gap:24px}
h1{font-size:21px;line-height:1.3;margin:2px 0 6px;font-weight:650;overflow-wrap:anywhere}
h2{font-size:17px;margin:44px 0 4px;font-weight:650}
h3{font-size:13.5px;margin:0 0 8px;font-weight:600}
p{margin:4px 0 12px;max-width:74ch}
.quiet,.note{color:var(--quiet)} .note{font-size:13.5px}
.eyebrow{font-size:12px;letter-spacing:.09em;text-transform:uppercase;color:var(--quiet)}
button{font:inherit;font-size:13px;color:var(--quiet);background:none;cursor:pointer;
  border:1px solid var(--rule);border-radius:999px;padding:4px 12px;white-space:nowrap}
.verdict{background:var(--card);border:1px solid var(--rule);border-left:5px solid var(--tone);
  border-radius:12px;padding:22px 26px;margin:26px 0 18px;box-shadow:var(--shadow)}
.verdict strong{display:block;font-size:27px;line-height:1.25;letter-spacing:-.01em;
  font-weight:680;margin-bottom:8px}
.verdict p{font-size:16px;margin:0 0 8px}.verdict p:last-child{margin:0}
.earns{--tone:var(--up)}.loses{--tone:var(--down)}.unclear{--tone:var(--other)}
.tiles{display:grid;grid-template-columns:repeat(auto-fit,minmax(200px,1fr));gap:12px}
.tile{background:var(--card);border:1px solid var(--rule);border-radius:10px;padding:12px 14px}
.tile b{display:block;font-size:21px;font-weight:620;line-height:1.3}
.tile span{font-size:12.5px;color:var(--quiet)}
.card{background:var(--card);border:1px solid var(--rule);border-radius:12px;padding:16px 18px;
  margin:12px 0;box-shadow:var(--shadow)}
.two{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(380px,100%),1fr));gap:14px}
.two .card{margin:0}
.two{margin:12px 0}
.plot{display:block;width:100%;height:auto;overflow:visible}
.plot text{font-size:11px;fill:var(--quiet)} .plot .strong{fill:var(--ink);font-weight:600}
.grid{stroke:var(--grid)} .zero{stroke:var(--zero)}
.wide{fill:var(--soft);opacity:.13}.near{fill:var(--soft);opacity:.2}
.median{fill:none;stroke:var(--line);stroke-width:2;stroke-linejoin:round}
.worst{fill:none;stroke:var(--down);stroke-width:1.5;stroke-linejoin:round}
.best{fill:none;stroke:var(--up);stroke-width:1.5;stroke-linejoin:round}
.price{fill:none;stroke:var(--line);stroke-width:1.3;stroke-linejoin:round}
.held{fill:var(--soft);opacity:.09}
.mark{stroke:var(--zero);stroke-dasharray:4 4}
.fill{fill:var(--line);opacity:.8}.gain{fill:var(--up)}.loss{fill:var(--down)}
.sum{fill:var(--line)} .whisker{stroke:var(--ink);stroke-width:1.2;opacity:.55}
.up{color:var(--up)}.down{color:var(--down)}
.legend{display:flex;flex-wrap:wrap;gap:4px 18px;font-size:12.5px;color:var(--quiet);margin:0 0 6px}
.legend i{display:inline-block;width:14px;height:3px;border-radius:2px;vertical-align:middle;
  margin-right:6px;background:var(--key)}
table{border-collapse:collapse;width:100%;font-size:13.5px}
th{font-weight:600;color:var(--quiet);font-size:12px;text-align:left}
td,th{padding:6px 10px 6px 0;border-bottom:1px solid var(--rule);vertical-align:top}
td.n,th.n{text-align:right;padding-right:14px;white-space:nowrap}
tr.total td{font-weight:650;border-top:2px solid var(--zero)}
.scroll{overflow-x:auto}
code,pre{font:12.5px/1.5 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace}
pre{white-space:pre-wrap;overflow-wrap:anywhere;background:var(--paper);
  border:1px solid var(--rule);border-radius:8px;padding:10px 12px;margin:6px 0}
details summary{cursor:pointer;color:var(--quiet);font-size:13.5px}
.trades{display:grid;grid-template-columns:repeat(auto-fill,minmax(178px,1fr));gap:10px}
.trade{background:var(--card);border:1px solid var(--rule);border-radius:10px;padding:10px 12px;
  font-size:12.5px}
.trade b{font-size:15px;display:block}
.heat td{text-align:center;border:2px solid var(--card);border-radius:6px;padding:9px 6px}
footer{margin-top:48px;padding-top:14px;border-top:1px solid var(--rule);font-size:13px;
  color:var(--quiet)}
@media screen and (max-width:640px){
  main{padding:24px 16px 48px} .tiles{grid-template-columns:1fr 1fr}
  .card{overflow-x:auto} .plot[viewBox^="0 0 980"]{min-width:680px} td.quiet{min-width:200px}
}
@media print{
  :root,:root[data-theme=dark]{color-scheme:light;${LIGHT};--paper:#fff;--shadow:none}
  body{font-size:12px} main{max-width:none;padding:0} button{display:none}
  .card,.verdict,.tile,.trade,tr,.tiles{break-inside:avoid} h2{break-after:avoid;margin-top:26px}
  .two{grid-template-columns:1fr 1fr} .trades{grid-template-columns:repeat(5,1fr)}
  details{display:none}
  @page{margin:14mm}
}`.replaceAll('\n', '');
