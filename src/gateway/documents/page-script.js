/**
 * What a reader of the page can do with it: search, copy, and take examples that name this venue.
 * The page can be read without it.
 */
const { origin } = location;
const exampleOrigin = document.body.dataset.exampleOrigin ?? origin;

try {
  const theme = localStorage.getItem('perpetua.theme');
  if (theme === 'dark' || theme === 'light') document.documentElement.dataset.theme = theme;
} catch {
  // A browser that stores nothing shows the theme of the system.
}

for (const code of document.querySelectorAll('pre.curl code'))
  code.textContent = code.textContent.replaceAll(exampleOrigin, origin);

for (const block of document.querySelectorAll('pre')) {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'copy';
  button.textContent = 'Copy';
  button.addEventListener('click', async () => {
    button.textContent = (await copy(block)) ? 'Copied' : 'Press Ctrl-C';
    setTimeout(() => {
      button.textContent = 'Copy';
    }, 2_000);
  });
  block.parentElement.append(button);
}

/** Without TLS a browser keeps its clipboard from scripts; what is selected can still be copied. */
async function copy(block) {
  try {
    await navigator.clipboard.writeText(block.textContent);
    return true;
  } catch {
    getSelection().selectAllChildren(block);
    return document.execCommand('copy');
  }
}

const search = document.querySelector('#search');
const found = document.querySelector('#found');
const entries = [...document.querySelectorAll('section')].map((section) => ({
  section,
  link: document.querySelector(`nav li:has(> a[href="#${CSS.escape(section.id)}"])`),
  heading: `${section.id} ${section.querySelector('h3').textContent}`.toLowerCase(),
  text: section.textContent.toLowerCase(),
}));

function filter() {
  const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
  const has = (text) => words.every((word) => text.includes(word));
  const isNamed = words.length > 0 && entries.some(({ heading }) => has(heading));
  let count = 0;
  for (const { section, link, heading, text } of entries) {
    const isShown = has(isNamed ? heading : text);
    section.hidden = !isShown;
    if (link !== null) link.hidden = !isShown;
    if (isShown) count += 1;
  }
  for (const group of document.querySelectorAll('nav ul, main > h2')) {
    const listed =
      group.tagName === 'UL'
        ? [...group.children]
        : entries.flatMap(({ section }) => (section.dataset.tag === group.id ? [section] : []));
    const isEmpty = listed.every((each) => each.hidden);
    group.hidden = isEmpty;
    if (group.tagName === 'UL') group.previousElementSibling.hidden = isEmpty;
  }
  document.querySelector('#introduction').hidden = words.length > 0;
  if (words.length === 0) found.textContent = '';
  else found.textContent = count === 1 ? '1 endpoint' : `${count} endpoints`;
}

search.closest('[hidden]').hidden = false;
search.addEventListener('input', filter);
search.addEventListener('keydown', ({ key }) => {
  if (key === 'Escape') search.value = '';
  if (key === 'Escape') filter();
  if (key !== 'Enter') return;
  const first = entries.find(({ section }) => !section.hidden);
  if (first !== undefined) location.hash = first.section.id;
});
addEventListener('keydown', (event) => {
  if (event.key !== '/' || event.target instanceof HTMLInputElement) return;
  event.preventDefault();
  search.focus();
});
