/** Lists the groups of sources that reach each other by their imports, by Tarjan's algorithm. */
function findGroups(graph) {
  const [order, lowest, stack, groups] = [new Map(), new Map(), [], []]
  const visit = path => {
    order.set(path, order.size)
    lowest.set(path, order.get(path))
    stack.push(path)
    for (const next of graph.get(path) ?? []) {
      if (!order.has(next)) visit(next)
      if (stack.includes(next)) lowest.set(path, Math.min(lowest.get(path), lowest.get(next)))
    }
    if (lowest.get(path) === order.get(path)) groups.push(stack.splice(stack.indexOf(path)))
  }
  for (const path of graph.keys()) if (!order.has(path)) visit(path)
  return groups
}

/** Finds the shortest way from a source back to itself, its first and last entry, or nothing when there is none. */
function findLoop(graph, start) {
  const ways = [[start]]
  const seen = new Set()
  for (const way of ways)
    for (const next of graph.get(way.at(-1)) ?? []) {
      if (next === start) return [...way, start]
      if (!seen.has(next)) ways.push([...way, next])
      seen.add(next)
    }
  return undefined
}

/**
 * Finds the groups of sources that import each other in a circle, each with one of its circles.
 *
 * @param {Map<string, string[]>} graph the sources that each source imports
 * @returns {{ size: number, loop: string[] }[]}
 */
export function findCycles(graph) {
  return findGroups(graph).flatMap(group => {
    const loop = findLoop(graph, group[0])
    return loop ? [{ size: group.length, loop }] : []
  })
}
