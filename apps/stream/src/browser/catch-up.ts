import { DiscussionStatus, ShownComments } from '../documents/generated.ts'
import type { Stream } from '../thread/context.ts'
import { OVERLAP } from '../thread/overlap.ts'
import type { CommentFields, Discussion, Status } from '../thread/state.ts'
import { isPublic, type Thread } from '../thread/thread.ts'
import { changedFields, changedPartFields, isOther } from './changed.ts'
import type { Graph } from './graph.ts'
import { askNewer, inParts } from './newer.ts'
import { noteDiscussion } from './note-discussion.ts'

/** Reads what a stream has missed. */
export interface CatchUp {
  /** Announces a comment that has just been written. */
  show(comment: CommentFields): void
  /**
   * Reads the comments that may have come since the last reading, and what became of those that are shown.
   *
   * @throws Error without an answer.
   */
  read(): Promise<void>
  /** Reads whether comments can be written now, and how many there are. */
  readStatus(): void
}

export function createCatchUp(stream: Stream, graph: Graph): CatchUp {
  const { discussion, state, texts, thread, viewer } = stream
  /** Where reading begins. Events do not move it, because comments that came before them may be missing. */
  let from = state.newsFrom
  const show = (comment: CommentFields) => {
    if (thread.has(comment.id)) return
    const own = comment.user !== null && comment.user.id === viewer.value?.id
    thread.add(comment, { own })
    const name = comment.user?.username ?? texts.text('deletedAuthor')
    if (!own) stream.announcement.value = texts.text('newComment', { name })
  }
  const takeUpStatus = (before: Discussion, asset: Status & { readonly totalCommentCount: number | null }) => {
    // What the page has changed meanwhile may not be in the answer.
    if (discussion.value !== before) return readStatus()
    thread.setStatus(asset)
    thread.total.value = asset.totalCommentCount ?? thread.total.value
    noteDiscussion(stream, asset)
  }
  let lastStatus = Promise.resolve()
  let waits = false
  const readStatus = () => {
    // One that has not begun reads what happens now, too, such as many decisions at once.
    if (waits) return
    waits = true
    // One after the other, so that the latest answer counts. A proxy may keep what is asked for by GET.
    lastStatus = lastStatus
      .then(async () => {
        await graph.answered()
        waits = false
        const before = discussion.value
        const { data } = await graph.askAsViewer(DiscussionStatus, { id: state.discussion.id })
        if (data?.asset) takeUpStatus(before, data.asset)
      })
      .catch(() => undefined)
  }
  const readNewer = async () => {
    let cursor = new Date(from).toISOString()
    for (let more = true; more; ) {
      const before = discussion.value
      const { data } = await askNewer(graph, state.discussion.id, cursor)
      if (!data) throw new Error('no answer')
      for (const comment of data.comments?.nodes ?? []) {
        show(comment)
        from = Math.max(from, Date.parse(comment.created_at) - OVERLAP)
      }
      if (data.asset) takeUpStatus(before, data.asset)
      const { endCursor, hasNextPage } = data.comments ?? {}
      cursor = endCursor ?? cursor
      more = Boolean(endCursor && hasNextPage)
    }
  }
  return {
    show,
    readStatus,
    async read() {
      // What is gone changes the count, so the server's count is taken up after it.
      await readShown(stream, graph)
      await readNewer()
    },
  }
}

/** Reads what became of the comments that are shown. @throws Error without an answer. */
async function readShown(stream: Stream, graph: Graph): Promise<void> {
  const { thread } = stream
  // One that was removed may have been restored.
  const ids = [...thread.all()].map(({ id }) => id)
  const waited = ids.some(id => thread.isHeld(id))
  for (const wanted of inParts(ids)) {
    const doubtful = await readComments(thread, graph, wanted)
    if (doubtful.length > 0) await readComments(thread, graph, doubtful)
  }
  // Only their author learns which comments still wait for a moderator.
  if (waited) await stream.actions?.refresh()
}

/** @returns the comments that changed on the page meanwhile: the answer may be older than that. */
async function readComments(thread: Thread, graph: Graph, wanted: readonly string[]): Promise<readonly string[]> {
  const stateOf = (id: string) => {
    const { fields, removed } = thread.node(id)
    return [fields.value, removed.value] as const
  }
  const before = new Map(wanted.map(id => [id, stateOf(id)]))
  const { data } = await graph.ask(ShownComments, { ids: wanted })
  if (!data) throw new Error('no answer')
  const found = new Map(data.commentsById.map(comment => [comment.id, comment]))
  const isSame = (id: string) => stateOf(id).every((value, i) => value === before.get(id)?.[i])
  const doubtful = wanted.filter(id => !isSame(id))
  for (const id of wanted.filter(isSame)) {
    const comment = found.get(id)
    if (comment) takeUp(thread, comment)
    else if (isPublic(thread.node(id).fields.value)) thread.remove(id)
  }
  return doubtful
}

/** Shows what has become of a comment. */
function takeUp(thread: Thread, comment: CommentFields): void {
  const { fields, removed } = thread.node(comment.id)
  if (removed.value || isOther(fields.value, comment)) {
    thread.change(comment)
    return
  }
  const { user } = comment
  const changed = changedFields(fields.value, { ...changedPartFields(fields.value, comment), user })
  if (changed) fields.value = { ...fields.value, ...changed }
}
