// Where a text stands in an element, also where it runs over several text nodes.
function textNodes(element) {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  const nodes = [];
  while (walker.nextNode()) nodes.push(walker.currentNode);
  return nodes;
}

// The node and place in it of the character at `position` of all nodes together.
function place(nodes, starts, position) {
  let at = starts.findLastIndex((start) => start <= position);
  return [nodes[at], position - starts[at]];
}

export function matches(element, wanted) {
  const nodes = textNodes(element);
  const starts = [];
  let text = "";
  for (const node of nodes) {
    starts.push(text.length);
    text += node.data;
  }
  // Lower case may be longer than its capital (İ): only then is the text searched as it is.
  const lowered = text.toLowerCase();
  const searched = lowered.length === text.length ? lowered : text;
  const found = [];
  for (let i = searched.indexOf(wanted); i >= 0; i = searched.indexOf(wanted, i + wanted.length)) {
    const range = new Range();
    range.setStart(...place(nodes, starts, i));
    const [last, offset] = place(nodes, starts, i + wanted.length - 1);
    range.setEnd(last, offset + 1);
    found.push(range);
  }
  return found;
}
