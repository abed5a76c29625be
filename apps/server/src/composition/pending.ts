import type { Attribution } from '../contract/composed.ts'
import type { ServerContext } from '../contract/context.ts'

const pending = new WeakMap<ServerContext, Set<{ readonly attribution: Attribution }>>()

/** Notes what a plugin has not finished yet in a request, until it has. */
export function track(
  context: ServerContext,
  attribution: Attribution,
  { work, blame }: { work: PromiseLike<unknown>; blame(error: unknown): never },
): PromiseLike<unknown> {
  let unfinished = pending.get(context)
  if (!unfinished) pending.set(context, (unfinished = new Set()))
  const entry = { attribution }
  unfinished.add(entry)
  return work.then(
    value => {
      unfinished.delete(entry)
      return value
    },
    (error: unknown) => {
      unfinished.delete(entry)
      return blame(error)
    },
  )
}

/** What plugins have not finished in a request. */
export function unfinishedOf(context: ServerContext): Attribution[] {
  return [...(pending.get(context) ?? [])].map(({ attribution }) => attribution)
}
