/** What moves on the page of an arena. It takes all texts as texts, never as HTML. */

export const PAGE_STYLE = `
input[type=range]{width:min(420px,46vw);vertical-align:middle}
.when{max-width:none}
.feed{display:grid;grid-template-columns:repeat(auto-fill,minmax(280px,1fr));gap:10px}
.said{border:1px solid var(--rule);border-radius:10px;padding:10px 12px;font-size:13.5px;
  overflow-wrap:anywhere}
.said b{display:flex;justify-content:space-between}
.said em{display:block;margin:4px 0;font-style:normal}
.said .did{color:var(--quiet);font-size:12.5px}
@media print{#play,input{display:none}}`.replaceAll('\n', '');

export const PAGE_SCRIPT = `
const heats=data('heats'),names=data('names');
const SVG='http://www.w3.org/2000/svg';
let rows=[],times=[];
const saidIn=(row)=>{try{return JSON.parse(row.a||'{}')}catch{return{}}};
const brief=(it)=>typeof it==='number'?Number(it.toPrecision(8)):it;
const bases=data('bases');
const drawChart=(until)=>{
  const place=$('base').selectedIndex,base=bases[place];
  const wide=$('chart').clientWidth||960;
  const svg=document.createElementNS(SVG,'svg');svg.setAttribute('viewBox','0 0 '+wide+' 220');
  svg.setAttribute('class','plot');
  const first=rows.filter((row)=>row.t===rows[0].t);
  const marks=first.map((row)=>row.m[place]),low=Math.min(...marks),high=Math.max(...marks);
  const x=(at)=>10+(at-times[0])/((times.at(-1)-times[0])||1)*(wide-20);
  const y=(mark)=>200-(mark-low)/((high-low)||1)*180;
  const add=(tag,terms)=>{const it=document.createElementNS(SVG,tag);
    for(const name in terms)it.setAttribute(name,terms[name]);svg.append(it);return it};
  add('polyline',{class:'price',points:first.map((row)=>x(row.at)+','+y(row.m[place])).join(' ')});
  for(const mark of [low,high])add('text',{x:10,y:y(mark)+(mark===low?14:-4)}).textContent=
    base+' '+mark;
  add('line',{class:'mark',x1:x(until),x2:x(until),y1:5,y2:212});
  for(const row of rows)if(row.at<=until)for(const fill of row.f){
    if(fill.split(' ')[2]!==base)continue;
    const it=add('circle',{class:fill.startsWith('buy')?'gain':'loss',cx:x(row.at),
      cy:y(row.m[place]),r:row.at===until?5:3});
    const tip=document.createElementNS(SVG,'title');tip.textContent=row.t+': '+fill+
      (saidIn(row).reason?' — '+saidIn(row).reason:'');it.append(tip)}
  $('chart').replaceChildren(svg)};
const show=()=>{
  const until=times[Number($('when').value)];
  $('clock').textContent=new Date(until).toISOString().slice(11,19)+' · decision '+
    (Number($('when').value)+1)+' of '+times.length;
  drawChart(until);
  $('feed').replaceChildren(...names.flatMap((name)=>{
    const row=rows.find((each)=>each.t===name&&each.at===until);
    if(!row)return[];
    const box=make('div','said'),head=make('b');
    head.append(make('span','',name),make('span','quiet',row.e.toFixed(2)));box.append(head);
    const said=saidIn(row);
    box.append(make('em','',row.x?'Nothing: '+row.x:said.reason||'—'));
    const list=(words,items)=>{
      if(items.length)box.append(make('div','did',words+items.join('; ')))};
    const orders=Array.isArray(said.orders)?said.orders:[];
    list('wants ',orders.map((o)=>o?[o.side,brief(o.size),o.contract||'',o.price===undefined?
      'at market':'at '+brief(o.price)].join(' '):String(o)));
    list('cancels ',said.cancels==='all'?['all']:Array.isArray(said.cancels)?said.cancels:[]);
    list('got ',row.f);list('refused: ',row.r);
    return[box]}))};
const choose=()=>{rows=heats[$('heat').value]||[];
  times=[...new Set(rows.map((row)=>row.at))].sort((one,two)=>one-two);
  $('when').max=String(times.length-1);$('when').value='0';show()};
$('heat').onchange=choose;$('when').oninput=$('base').onchange=show;
let timer;$('play').onclick=()=>{if(timer){clearInterval(timer);timer=undefined;
  $('play').textContent='play';return}
  $('play').textContent='stop';timer=setInterval(()=>{const next=Number($('when').value)+1;
    if(next>=times.length){$('play').click();return}$('when').value=String(next);show()},400)};
choose();`;
