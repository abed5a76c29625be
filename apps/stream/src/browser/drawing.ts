import type { DrawnStream } from './draw-stream.tsx'

/** The comments as the browser draws them, once what draws them is loaded. */
export interface Drawing {
  /** What draws the comments; `null` before. */
  readonly now: DrawnStream | null
  /** Resolves once the comments are drawn by the browser, whoever asked for it. It never rejects. */
  readonly done: Promise<DrawnStream>
  /** Loads what draws the comments, once there is a network. It rejects when that fails, and may be called again. */
  begin(): Promise<DrawnStream>
}

/** Loads what draws the comments once, however often it is asked to. */
export function drawOnce(load: () => Promise<DrawnStream>): Drawing {
  let resolve: (drawn: DrawnStream) => void
  const done = new Promise<DrawnStream>(found => {
    resolve = found
  })
  let now: DrawnStream | null = null
  let loading: Promise<DrawnStream> | null = null
  const run = async () => {
    try {
      // A browser may remember that a script could not be loaded, and not try again.
      if (!navigator.onLine) await new Promise(online => addEventListener('online', online, { once: true }))
      now = await load()
      resolve(now)
      return now
    } catch (error) {
      loading = null
      throw error
    }
  }
  return {
    get now() {
      return now
    },
    done,
    begin: () => (loading ??= run()),
  }
}
