/** The page of a contest that is open, or over: the board, and the door for programs. */
import { many } from '../../domain/many.ts';
import { escaped } from '../../verdict/report/plot.ts';
import { contestColumns, formatBoardPage } from '../board-page.ts';
import { type BoardRow, scoresIn } from '../contest-result.ts';
import type { Submissions } from './submissions.ts';

export interface SiteFolder {
  readonly folder: string;
  /** Whether anybody may enter a team. */
  readonly isOpen: boolean;
  /** The folder of the built pages; undefined where there is none. */
  readonly findPage: () => Promise<string | undefined>;
}

export function formatSitePage(
  submissions: Submissions,
  { isOpen }: Pick<SiteFolder, 'isOpen'>,
): string {
  const { terms, isOver, teams, shown } = submissions;
  const { rules, commitment } = terms;
  const { board, lines } = shown;
  const markets = isOver ? rules.seeds : rules.boardSeeds;
  return formatBoardPage<BoardRow>({
    kind: isOver ? 'contest, over' : 'contest, open',
    name: rules.name,
    about:
      `${many(teams, 'team')}; the board: ${many(markets, 'market')} of ${rules.hours} h, ` +
      `a decision every ${rules.cadenceSeconds} s`,
    board,
    columns: contestColumns(lines),
    scoresOf: scoresIn(lines),
    sections: [isOver ? RESULT_SECTION : doorSection(submissions, isOpen), rulesSection(rules)],
    commitment,
    evidence: isOver
      ? 'The result has the key and every program. To make the markets again, run every program ' +
        'again, and compare every order, fill and score:'
      : 'At the end the key is told with every program. Then anyone runs it all again:',
    check: 'npx perpetua contest verify result',
    script: isOver ? '' : DOOR_SCRIPT,
    style: DOOR_STYLE,
  });
}

const RESULT_SECTION =
  '<h2>The result</h2><div class="card"><p><a href="/result.tar.gz" download>Download the whole ' +
  'result</a>: rules, key, programs, every heat and the page; or the <a href="/board.svg" ' +
  'download>picture to share</a>.</p>' +
  '<pre>tar xzf result.tar.gz &amp;&amp; npx perpetua contest verify result</pre>' +
  '<p><button type="button" id="verify" disabled>verify in this browser</button> or a result ' +
  'that you have: <input type="file" id="verify-file" accept=".gz" aria-label="result.tar.gz" ' +
  'disabled></p><p><progress id="verify-done" hidden></progress> <span id="verify-said" ' +
  'role="status"></span></p><ul id="verify-differences"></ul><p class="note">The markets are ' +
  'made again from the key and every program is run again, here. This page comes from the ' +
  'organiser: who trusts nobody checks with a copy of Perpetua of their own.</p></div>' +
  '<script type="module" src="/verify.js"></script>';

function doorSection({ terms, handedIn, waiting }: Submissions, isOpen: boolean): string {
  const { dailyRuns } = terms.rules;
  const enter = isOpen
    ? '<p><input id="team" placeholder="name of a new team" maxlength="40" aria-label="name of a ' +
      'new team"> <button type="button" id="enter">enter</button></p>'
    : '<p class="note">The organiser enters the teams and gives each its token.</p>';
  return (
    '<h2>Hand in a program</h2><div class="card">' +
    `${enter}<p><input id="token" type="password" placeholder="token of your team" ` +
    'aria-label="token of your team" autocomplete="off"> ' +
    '<input type="file" id="file" accept=".js,.ts,.py" aria-label="program"> ' +
    '<button type="button" id="hand-in">hand in</button></p><p id="said" role="status"></p>' +
    '<div id="own"></div><p class="note">It is kept at once, and counts from then on if it ' +
    `passes its check. Up to ${dailyRuns} of a team ` +
    'within a day are run for the board, on markets that are not those of the result. The latest ' +
    'program of each team counts in the end. The rules and all programs so far are ' +
    `<code>${handedIn}</code>: the result follows from this too, so note it at the close, when ` +
    `no check waits. Now ${waiting} do.</p>` +
    '<p class="note">By hand: <code>curl --data-binary @bot.js ' +
    '-H "content-type: text/javascript" -H "authorization: Bearer TOKEN" ' +
    'ADDRESS/programs</code></p></div>'
  );
}

function rulesSection(rules: object): string {
  const rows = Object.entries(rules).map(
    ([name, value]) => `<tr><td>${name}</td><td>${escaped(String(value))}</td></tr>`,
  );
  return `<h2>Rules</h2><div class="card scroll"><table>${rows.join('')}</table></div>`;
}

const DOOR_STYLE = `
input{font:inherit;color:inherit;background:var(--paper);border:1px solid var(--rule);
  border-radius:8px;padding:4px 10px;max-width:100%}
#said,#verify-said{overflow-wrap:anywhere}`.replaceAll('\n', '');

const DOOR_SCRIPT = `
const say=(text)=>{$('said').textContent=text};
const ask=async(path,options)=>{
  try{const answer=await fetch(path,options);return await answer.json()}
  catch{return {error:'the site does not answer'}}};
const bearer=()=>({authorization:'Bearer '+$('token').value.trim()});
const tellOwn=async()=>{
  if(!$('token').value.trim())return;
  const own=await ask('/programs',{headers:bearer()});
  if(own.error)return say(own.error);
  const list=make('table');
  for(const one of own.programs.slice(-20).reverse()){const row=make('tr');
    row.append(make('td','',new Date(one.at).toLocaleString()),make('td','',one.file),
      make('td','n',one.score===null?one.state:(one.score/1e6).toFixed(3)+' %'),
      make('td','',one.fault||''));list.append(row)}
  $('own').replaceChildren(make('p','note',own.team+': '+own.runsLeft+
    ' more runs for the board today'),list)};
$('token').onchange=tellOwn;
if($('enter'))$('enter').onclick=async()=>{
  const told=await ask('/teams',{method:'POST',body:JSON.stringify({team:$('team').value.trim()})});
  if(told.error)return say(told.error);
  $('token').value=told.token;
  say(told.team+' is entered. Keep the token, it is told once: '+told.token)};
$('hand-in').onclick=async()=>{
  const [file]=$('file').files;
  if(!file)return say('choose a .js, .ts or .py file');
  say('checking '+file.name+' …');
  const type=file.name.endsWith('.ts')?'text/typescript':
    file.name.endsWith('.py')?'text/x-python':'text/javascript';
  const told=await ask('/programs',{method:'POST',body:await file.text(),
    headers:{...bearer(),'content-type':type}});
  say(told.error||(told.state?told.file+': '+told.said:
    told.file+' is the program of '+told.team+' now. '+told.said+
    (told.isRun?'':' Today it is not run for the board any more.')));
  if(!told.error)tellOwn()};
`;
