// What does a tree of allocations add up to? Pure: columns in, sums out.

/** The same tree with every function that calls itself, directly or not, folded into its first frame. */
export function fold(data) {
  const [name, parent, phase, from] = [[], [], [], []];
  const children = [new Map()];
  data.name.forEach((id, node) => {
    let at = node ? from[data.parent[node]] : -1;
    for (let up = at; up >= 0; up = parent[up]) if (name[up] === id) { from[node] = up; return; }
    let child = node ? children[at].get(id) : 0;
    if (child === undefined || !node) {
      child = name.length;
      if (node) children[at].set(id, child);
      children[child] = new Map();
      name.push(id); parent.push(at); phase.push(data.phase[node]);
    }
    from[node] = child;
  });
  const gather = (values) => {
    const sums = new Array(name.length).fill(0);
    values.forEach((value, node) => { sums[from[node]] += value; });
    return sums;
  };
  const side = (one) => one && { ...one, bytes: gather(one.bytes), blocks: gather(one.blocks) };
  return { ...data, name, parent, phase, a: side(data.a), b: side(data.b) };
}

/** Children, depths and, for one metric, both sides' totals: what every view of a tree shares. */
export function measure(tree, metric) {
  const count = tree.name.length;
  const zero = new Array(count).fill(0);
  const [selfA, selfB] = [tree.a[metric], tree.b ? tree.b[metric] : zero];
  const [a, b, both] = [Float64Array.from(selfA), Float64Array.from(selfB), new Float64Array(count)];
  const [depth, children] = [new Uint16Array(count), Array.from({ length: count }, () => [])];
  // Summing what either side needs leaves room for every child: a plain max(A, B) would let them overflow.
  for (let node = count - 1; node >= 0; node--) {
    both[node] += Math.max(selfA[node], selfB[node]);
    const up = tree.parent[node];
    if (up < 0) continue;
    a[up] += a[node]; b[up] += b[node]; both[up] += both[node];
    children[up].push(node);
  }
  for (let node = 1; node < count; node++) depth[node] = depth[tree.parent[node]] + 1;
  // One order for all views, so that switching between A and B moves nothing from its neighbours.
  for (const list of children) list.sort((x, y) => both[y] - both[x] || x - y);
  return { a, b, both, selfA, selfB, depth, children, deepest: depth.reduce((x, y) => Math.max(x, y), 0) };
}

/** Where each node begins, in units of the metric. */
export function place(sums, width) {
  const start = new Float64Array(width.length);
  const stack = [0];
  while (stack.length) {
    const node = stack.pop();
    let at = start[node];
    for (const child of sums.children[node]) {
      start[child] = at;
      at += width[child];
      stack.push(child);
    }
  }
  return start;
}

/** The share of each side's total that lies under frames whose name is in `hits`. */
export function covered(tree, sums, hits) {
  const within = new Uint8Array(tree.name.length);
  const found = { a: 0, b: 0 };
  for (let node = 0; node < within.length; node++) {
    const above = node > 0 && within[tree.parent[node]];
    within[node] = above || hits.has(tree.name[node]);
    // A match below a match is covered already: counting it again would pass 100 %.
    if (within[node] && !above) { found.a += sums.a[node]; found.b += sums.b[node]; }
  }
  return { a: found.a / (sums.a[0] || 1), b: found.b / (sums.b[0] || 1) };
}

/** One row a function: self values of both sides, and totals in which a recursive function counts once. */
export function byFunction(tree, sums) {
  const { name, parent } = tree;
  const rows = new Map();
  for (let node = 0; node < name.length; node++) {
    let row = rows.get(name[node]);
    if (!row) {
      row = { text: tree.names[name[node]], phase: tree.phases[tree.phase[node]], a: 0, b: 0, totalA: 0, totalB: 0 };
      rows.set(name[node], row);
    }
    row.a += sums.selfA[node];
    row.b += sums.selfB[node];
    let up = parent[node];
    while (up >= 0 && name[up] !== name[node]) up = parent[up];
    if (up < 0) { row.totalA += sums.a[node]; row.totalB += sums.b[node]; }
  }
  return [...rows.values()].map((row) => ({ ...row, delta: row.b - row.a }));
}
