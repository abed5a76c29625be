import type { Kvstore } from '@platform/kvstore'

declare module '@platform/plugin-sdk' {
  interface Services {
    readonly revisions: Revisions
  }
}

/**
 * Numbers that grow whenever something readers can see changes: one a discussion (`asset:<id>`),
 * and one each for `comments`, `assets`, `users` and `settings`. An answer computed at one revision
 * is right for as long as none of its numbers moved.
 */
export interface Revisions {
  of(tag: string): number
  /** The greatest so far: nothing read from now on is older. */
  readonly latest: number
  /** Moves the tags here at once, and on every other instance as soon as the message arrives. */
  bump(...tags: string[]): void
  /** Everything may have changed: nothing computed before counts any more. */
  bumpAll(): void
  /** Listens to the other instances. */
  connect(kvstore: Kvstore): Promise<void>
  close(): Promise<void>
}

const CHANNEL = 'revisions'

export function createRevisions(instance: string, onError: (error: unknown) => void): Revisions {
  const revisions = new Map<string, number>()
  let base = 0
  let latest = 0
  let kvstore: Kvstore | undefined
  const undo: (() => unknown)[] = []

  const move = (tags: readonly string[]) => {
    latest++
    for (const tag of tags) revisions.set(tag, latest)
    if (revisions.size > 100_000) forget()
  }
  /** Forgetting single numbers means that all of them moved. */
  const forget = () => {
    revisions.clear()
    base = ++latest
  }

  return {
    of: tag => revisions.get(tag) ?? base,
    get latest() {
      return latest
    },
    bump(...tags) {
      move(tags)
      kvstore?.publish(CHANNEL, JSON.stringify({ from: instance, tags })).catch(onError)
    },
    bumpAll: forget,
    async connect(store) {
      kvstore = store
      undo.push(
        store.onReconnect(forget),
        await store.subscribe(CHANNEL, message => {
          const { from, tags } = JSON.parse(message) as { from: string; tags: string[] }
          if (from !== instance) move(tags)
        }),
      )
    },
    async close() {
      for (const step of undo.splice(0)) await step()
      kvstore = undefined
    },
  }
}
