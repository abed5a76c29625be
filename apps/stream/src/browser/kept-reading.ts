/** The name under which the frame's own storage keeps what was read. */
const KEY = 'platform:reading'
/** This is kept for so many discussions, the latest first. */
const MOST = 100
/** Collapsed comments of one discussion that are kept. */
const MOST_COLLAPSED = 200
/** A visit that begins within this time after the last one goes on with it. Milliseconds. */
const PAUSE = 30 * 60_000

/** What a reader has seen of one discussion. */
interface Kept {
  readonly discussion: string
  /** The time up to which everything is old to the reader; `null` on the first visit. */
  readonly seen: number | null
  /** When the reader was last there. */
  readonly last: number
  readonly collapsed: readonly string[]
}

/** What this browser keeps of a discussion. */
export interface KeptReading {
  /** Comments from after this time are new to the reader; `null` on the first visit. */
  readonly seen: number | null
  readonly collapsed: readonly string[]
  collapse(ids: readonly string[]): void
}

/** Begins a visit, and notes until when the reader is there. */
export function keepReading(discussion: string): KeptReading {
  const now = Date.now()
  const before = readAll().find(kept => kept.discussion === discussion)
  const resumed = before !== undefined && now - before.last < PAUSE
  const seen = resumed ? before.seen : (before?.last ?? null)
  let kept: Kept = { discussion, seen, last: now, collapsed: before?.collapsed ?? [] }
  const write = (change: Partial<Kept>) => {
    kept = { ...kept, ...change }
    store(kept)
  }
  const leave = () => write({ last: Date.now() })
  write({})
  addEventListener('pagehide', leave)
  document.addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && leave())
  return {
    seen,
    collapsed: kept.collapsed,
    collapse: ids => write({ collapsed: ids.slice(-MOST_COLLAPSED) }),
  }
}

function store(kept: Kept): void {
  const others = readAll().filter(({ discussion }) => discussion !== kept.discussion)
  try {
    localStorage.setItem(KEY, JSON.stringify([kept, ...others].slice(0, MOST)))
  } catch {
    // Browsers may forbid storage in a frame, or have no room left: then each visit is like the first one.
  }
}

function readAll(): readonly Kept[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    return Array.isArray(kept) ? kept.filter(isKept) : []
  } catch {
    return []
  }
}

function isKept(kept: unknown): kept is Kept {
  if (typeof kept !== 'object' || kept === null) return false
  const { discussion, seen, last, collapsed } = kept as Partial<Kept>
  return (
    typeof discussion === 'string' &&
    (seen === null || typeof seen === 'number') &&
    typeof last === 'number' &&
    Array.isArray(collapsed)
  )
}
