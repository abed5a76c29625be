const FARTHEST = 3

/**
 * The known name that differs least from a written one, at most by three letters; `undefined` when none is near.
 *
 * @example
 * nearestName('resolver', ['resolvers', 'router']) // 'resolvers'
 */
export function nearestName(written: string, known: readonly string[]): string | undefined {
  if (written.length > 60) return undefined
  const lower = written.toLowerCase()
  const [nearest] = known
    .map(name => ({ name, edits: distance(lower, name.toLowerCase()) }))
    .sort((a, b) => a.edits - b.edits)
  return nearest && nearest.edits <= Math.min(FARTHEST, written.length / 2) ? nearest.name : undefined
}

/** The number of edits between two short names. These ten lines are not worth a dependency. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (const [i, letter] of [...a].entries()) {
    const next = [i + 1]
    for (const [j, other] of [...b].entries())
      next.push(Math.min(next[j]! + 1, row[j + 1]! + 1, row[j]! + (letter === other ? 0 : 1)))
    row = next
  }
  return row[b.length]!
}
