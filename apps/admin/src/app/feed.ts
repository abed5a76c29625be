import type { Graph } from '../browser/graph.ts'
import type { Live } from '../browser/live.ts'
import {
  AcceptedComments,
  AddedComments,
  CommentsAgain,
  EditedComments,
  FlaggedComments,
  RejectedComments,
  ResetComments,
} from '../documents/generated.ts'
import type { AdminComment, Comments } from './comments.ts'

/** How often the panel takes in what has happened, at most. Milliseconds. */
const PAUSE = 1_000
/** The most comments that the server reads by their ids. */
const MOST = 100
/** The most comments that are remembered although no view has read them. */
const MOST_REMEMBERED = 1_000

/** A comment to which something has happened. */
export interface CommentNews {
  /** What the panel knew of it; `null` when it did not know it. */
  readonly before: AdminComment | null
  readonly comment: AdminComment
}

/** What happens to comments of the site, for every part of the panel that wants to hear of it. */
export interface CommentFeed {
  /** Calls `heard` at most once a second. @returns the function that ends it. */
  listen(heard: (news: readonly CommentNews[]) => void): () => void
  /** Reads a comment again, because something has happened to it that the server does not announce to the panel. */
  readAgain(id: string): void
}

interface FeedOptions {
  readonly live: Live
  readonly graph: Graph
  readonly comments: Comments
}

/** Reads comments again, one request after the other. */
function createReader(graph: Graph, onRead: (comments: readonly AdminComment[]) => void) {
  const wanted = new Set<string>()
  /** The comments of events that have come during the request: its answer may be older than these, or newer. */
  const meanwhile = new Set<string>()
  let isReading = false
  return {
    want: (id: string) => void wanted.add(id),
    heard: (id: string) => void meanwhile.add(id),
    isWanted: () => wanted.size > 0,
    async read() {
      if (isReading || wanted.size === 0) return
      const ids = [...wanted].slice(0, MOST)
      for (const id of ids) wanted.delete(id)
      isReading = true
      meanwhile.clear()
      const answer = await graph.ask(CommentsAgain, { ids }).catch(() => null)
      isReading = false
      const found = answer?.data?.commentsById ?? []
      for (const { id } of found) if (meanwhile.has(id)) wanted.add(id)
      onRead(found.filter(({ id }) => !wanted.has(id)))
    },
  }
}

/** Follows the comments of the whole site by one subscription for each kind of event. */
export function createFeed({ live, graph, comments }: FeedOptions): CommentFeed {
  const listeners = new Set<(news: readonly CommentNews[]) => void>()
  /** What happened last to comments that no view has read. The oldest ones are forgotten. */
  const remembered = new Map<string, AdminComment>()
  const keep = (comment: AdminComment) => {
    remembered.delete(comment.id)
    if (comments.find(comment.id)) return void comments.put(comment)
    remembered.set(comment.id, comment)
    for (const id of remembered.keys()) {
      if (remembered.size <= MOST_REMEMBERED) return
      remembered.delete(id)
    }
  }
  let collected = new Map<string, AdminComment>()
  let last = Number.NEGATIVE_INFINITY
  let isPlanned = false
  const again = createReader(graph, found => {
    for (const comment of found) collected.set(comment.id, comment)
    if (collected.size > 0 || again.isWanted()) plan()
  })
  const hand = () => {
    isPlanned = false
    last = performance.now()
    const known = (id: string) => comments.find(id)?.value ?? remembered.get(id) ?? null
    const news = [...collected.values()].map(comment => ({ before: known(comment.id), comment }))
    collected = new Map()
    for (const { comment } of news) keep(comment)
    if (news.length > 0) for (const heard of listeners) heard(news)
    void again.read()
  }
  const plan = () => {
    if (isPlanned) return
    isPlanned = true
    setTimeout(hand, Math.max(0, last + PAUSE - performance.now()))
  }
  const take = (result: Readonly<Record<string, AdminComment | null>>) => {
    for (const comment of Object.values(result)) {
      if (!comment) continue
      collected.set(comment.id, comment)
      again.heard(comment.id)
    }
    if (collected.size > 0) plan()
  }
  live.follow(AddedComments, {}, take)
  live.follow(EditedComments, {}, take)
  live.follow(FlaggedComments, {}, take)
  live.follow(AcceptedComments, {}, take)
  live.follow(RejectedComments, {}, take)
  live.follow(ResetComments, {}, take)
  return {
    listen(heard) {
      listeners.add(heard)
      return () => void listeners.delete(heard)
    },
    readAgain(id) {
      again.want(id)
      plan()
    },
  }
}
