/** A comment that has replies: how many, and which of them have replies themselves. */
export interface Thread {
  readonly direct: number
  readonly below: readonly string[]
}

/** Counts the replies below each root. It uses no recursion, because threads can be thousands of levels deep. */
export function countDescendants(roots: readonly string[], threads: ReadonlyMap<string, Thread>): Map<string, number> {
  const counts = new Map<string, number>()
  const entered = new Set<string>()
  const path = [...roots]
  while (path.length > 0) {
    const id = path.at(-1)!
    const { direct, below } = threads.get(id) ?? { direct: 0, below: [] }
    if (entered.has(id)) {
      path.pop()
      if (!counts.has(id))
        counts.set(
          id,
          below.reduce((sum, reply) => sum + (counts.get(reply) ?? 0), direct),
        )
    } else {
      entered.add(id)
      for (const reply of below) if (!entered.has(reply)) path.push(reply)
    }
  }
  return counts
}
