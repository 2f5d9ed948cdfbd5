// What can be checked of a page without a person: names, headings, contrast, room. Gives a list of sentences.
(() => {
  const found = [];
  const tell = (node, text) => found.push(`${node.tagName.toLowerCase()}${node.id ? `#${node.id}` : ''} "${(node.textContent || '').trim().slice(0, 40)}": ${text}`);
  const isSeen = node => node.checkVisibility({ checkOpacity: true, checkVisibilityCSS: true }) && node.getClientRects().length > 0;
  const all = selector => [...document.querySelectorAll(selector)];

  if (!['en', 'ko'].includes(document.documentElement.lang)) found.push('the page names no language');
  if (!document.title) found.push('the page has no title');
  if (all('h1').length !== 1) found.push(`${all('h1').length} headings of the first level`);
  if (all('main').length !== 1) found.push('no main part, or several');
  let level = 0;
  for (const heading of all('h1, h2, h3, h4')) {
    const own = Number(heading.tagName[1]);
    if (own > level + 1) tell(heading, 'a level of headings is left out');
    level = own;
  }
  const ids = all('[id]').map(node => node.id);
  for (const id of ids.filter((id, i) => ids.indexOf(id) !== i)) found.push(`the id ${id} is there twice`);
  for (const node of all('[aria-labelledby], [aria-describedby]')) {
    for (const id of (node.getAttribute('aria-labelledby') ?? node.getAttribute('aria-describedby')).split(' ')) {
      if (!document.getElementById(id)) tell(node, `nothing has the id ${id}`);
    }
  }
  for (const field of all('input:not([hidden])')) if (field.labels.length === 0) tell(field, 'has no label');
  for (const button of all('button, a, summary')) if (!button.textContent.trim()) tell(button, 'has no name');
  for (const picture of all('svg')) if (picture.getAttribute('aria-hidden') !== 'true' && !(picture.getAttribute('role') === 'img' && picture.getAttribute('aria-label'))) tell(picture, 'has no name');
  for (const head of all('th')) if (!head.scope) tell(head, 'belongs to neither column nor row');

  const parts = text => text.match(/[\d.]+/g).map(Number);
  const light = rgb => {
    const [r, g, b] = rgb.map(one => one / 255).map(one => one <= 0.04045 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const behind = node => {
    for (let one = node; one; one = one.parentElement) {
      const [r, g, b, alpha = 1] = parts(getComputedStyle(one).backgroundColor);
      if (alpha === 1) return [r, g, b];
      if (alpha !== 0) tell(one, 'lets what is behind it through');
    }
    return [255, 255, 255];
  };
  let texts = 0;
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const node = walk.currentNode.parentElement;
    if (!walk.currentNode.textContent.trim() || !isSeen(node) || node.closest('.skip, script, noscript')) continue;
    texts++;
    const style = getComputedStyle(node);
    const [a, b] = [light(parts(node instanceof SVGElement ? style.fill : style.color).slice(0, 3)), light(behind(node))].sort((x, y) => y - x);
    const size = parseFloat(style.fontSize);
    const need = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700) ? 3 : 4.5;
    if ((a + 0.05) / (b + 0.05) < need) tell(node, `contrast ${((a + 0.05) / (b + 0.05)).toFixed(2)} of ${need}`);
    if (size < 11) tell(node, `letters of ${size} px`);
  }
  if (texts < 5) found.push(`only ${texts} texts were looked at`);

  const room = document.documentElement.clientWidth;
  if (document.scrollingElement.scrollWidth > room) found.push(`${document.scrollingElement.scrollWidth} px wide in ${room}`);
  for (const node of all('body *')) {
    if (isSeen(node) && !node.closest('.skip, .wide, thead') && node.getBoundingClientRect().right > room + 1) tell(node, 'sticks out');
  }
  for (const button of all('button, summary, input:not([hidden])')) if (isSeen(button) && button.getBoundingClientRect().height < 20) tell(button, 'is too low for a finger');
  return found;
})()
