/** The name under which the frame's own storage keeps the heights. */
const KEY = 'platform:heights'
/** Heights are kept for this many discussions. */
const MOST = 100

type Height = readonly [discussion: string, height: number]

/** The last height of a discussion in this browser. */
export function keptHeight(discussion: string): number | null {
  return readHeights().find(([id]) => id === discussion)?.[1] ?? null
}

export function keepHeight(discussion: string, height: number): void {
  const others = readHeights().filter(([id]) => id !== discussion)
  try {
    localStorage.setItem(KEY, JSON.stringify([[discussion, height], ...others].slice(0, MOST)))
  } catch {
    // Browsers may forbid storage in a frame, or have no room left: then the next visit begins with the least height.
  }
}

function readHeights(): readonly Height[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    return Array.isArray(kept) ? kept.filter(isHeight) : []
  } catch {
    return []
  }
}

function isHeight(kept: unknown): kept is Height {
  return Array.isArray(kept) && typeof kept[0] === 'string' && typeof kept[1] === 'number'
}
