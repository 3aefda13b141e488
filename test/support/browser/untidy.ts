/** Nodes and the texts below them that lie on another one or out of sight, as a browser draws them. */
export const untidy = `(() => {
  const visible = document.querySelector('#red-ui-workspace-chart').getBoundingClientRect();
  const sidebar = [...document.querySelectorAll('.red-ui-sidebar')].map((each) => each.getBoundingClientRect());
  const right = Math.min(visible.right, ...sidebar.map(({ left }) => left).filter((left) => left > innerWidth / 2));
  const boxes = [...document.querySelectorAll('.red-ui-flow-node-group')].flatMap((group) => {
    const name = group.textContent.trim();
    const node = group.querySelector('.red-ui-flow-node').getBoundingClientRect();
    const label = group.querySelector('.red-ui-flow-node-status-label');
    const text = label?.textContent ? [[name + ' says', label.getBoundingClientRect()]] : [];
    return [[name, node], ...text];
  });
  const apart = (a, b) => a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top;
  const overlaps = boxes.flatMap(([name, a], i) =>
    boxes.slice(i + 1).flatMap(([other, b]) => (apart(a, b) ? [] : [name + ' / ' + other])),
  );
  const hidden = boxes.flatMap(([name, { left, right: end, bottom }]) =>
    left >= visible.left && end <= right && bottom <= visible.bottom ? [] : [name + ' is out of sight'],
  );
  return boxes.length < 8 ? ['nothing is drawn'] : [...overlaps, ...hidden];
})()`;
