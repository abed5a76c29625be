import type { AdminComment } from '../app/comments.ts'
import type { Live } from '../browser/live.ts'
import {
  AcceptedComments,
  AddedComments,
  EditedComments,
  FlaggedComments,
  RejectedComments,
  ResetComments,
} from '../documents/generated.ts'

/** How often the screen takes in what has happened, at most. Milliseconds. */
const PAUSE = 1_000

/** Collects what happens to comments, and hands it on at most once a second. @returns the function that ends it. */
export function followComments(
  live: Live,
  asset: string | null,
  heard: (comments: readonly AdminComment[]) => void,
): () => void {
  let collected = new Map<string, AdminComment>()
  let last = Number.NEGATIVE_INFINITY
  let timer: ReturnType<typeof setTimeout> | undefined
  const hand = () => {
    timer = undefined
    last = performance.now()
    const comments = [...collected.values()]
    collected = new Map()
    heard(comments)
  }
  const take = (result: Readonly<Record<string, AdminComment | null>>) => {
    for (const comment of Object.values(result)) if (comment) collected.set(comment.id, comment)
    if (collected.size > 0) timer ??= setTimeout(hand, Math.max(0, last + PAUSE - performance.now()))
  }
  const variables = { asset }
  const ends = [
    live.follow(AddedComments, variables, take),
    live.follow(EditedComments, variables, take),
    live.follow(FlaggedComments, variables, take),
    live.follow(AcceptedComments, variables, take),
    live.follow(RejectedComments, variables, take),
    live.follow(ResetComments, variables, take),
  ]
  return () => {
    clearTimeout(timer)
    for (const end of ends) end()
  }
}
