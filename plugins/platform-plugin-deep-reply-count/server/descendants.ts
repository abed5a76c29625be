/** Counts the nodes below each root. It uses no recursion, because threads can be thousands of levels deep. */
export function countDescendants(
  roots: readonly string[],
  children: ReadonlyMap<string, readonly string[]>,
): Map<string, number> {
  const counts = new Map<string, number>()
  const entered = new Set<string>()
  const path = [...roots]
  while (path.length > 0) {
    const id = path.at(-1)!
    const replies = children.get(id) ?? []
    if (entered.has(id)) {
      path.pop()
      if (!counts.has(id))
        counts.set(
          id,
          replies.reduce((sum, reply) => sum + 1 + (counts.get(reply) ?? 0), 0),
        )
    } else {
      entered.add(id)
      for (const reply of replies) if (!entered.has(reply)) path.push(reply)
    }
  }
  return counts
}
